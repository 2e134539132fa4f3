#map = affine_map<(d0)[s0] -> (-d0 + s0, 8)>
#map1 = affine_map<(d0)[s0] -> (-d0 + s0, 16)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @f(%arg0: tensor<?x6xi32>, %arg1: tensor<6x?xi32>, %arg2: tensor<?x?xi32>, %arg3: tensor<?xi32>, %arg4: tensor<?x?xi32>) -> tensor<?x?xi32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %dim = tensor.dim %arg2, %c0 : tensor<?x?xi32>
    %dim_0 = tensor.dim %arg2, %c1 : tensor<?x?xi32>
    %0 = scf.for %arg5 = %c0 to %dim step %c8 iter_args(%arg6 = %arg4) -> (tensor<?x?xi32>) {
      %1 = scf.for %arg7 = %c0 to %dim_0 step %c16 iter_args(%arg8 = %arg6) -> (tensor<?x?xi32>) {
        %2 = affine.min #map(%arg5)[%dim]
        %3 = affine.min #map1(%arg7)[%dim_0]
        %extracted_slice = tensor.extract_slice %arg0[%arg5, 0] [%2, 6] [1, 1] : tensor<?x6xi32> to tensor<?x6xi32>
        %extracted_slice_1 = tensor.extract_slice %arg1[0, %arg7] [6, %3] [1, 1] : tensor<6x?xi32> to tensor<6x?xi32>
        %extracted_slice_2 = tensor.extract_slice %arg2[%arg5, %arg7] [%2, %3] [1, 1] : tensor<?x?xi32> to tensor<?x?xi32>
        %4 = linalg.matmul ins(%extracted_slice, %extracted_slice_1 : tensor<?x6xi32>, tensor<6x?xi32>) outs(%extracted_slice_2 : tensor<?x?xi32>) -> tensor<?x?xi32>
        %extracted_slice_3 = tensor.extract_slice %arg3[%arg7] [%3] [1] : tensor<?xi32> to tensor<?xi32>
        %extracted_slice_4 = tensor.extract_slice %arg8[%arg5, %arg7] [%2, %3] [1, 1] : tensor<?x?xi32> to tensor<?x?xi32>
        %5 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%4, %extracted_slice_3 : tensor<?x?xi32>, tensor<?xi32>) outs(%extracted_slice_4 : tensor<?x?xi32>) {
        ^bb0(%in: i32, %in_5: i32, %out: i32):
          %6 = arith.addi %in, %in_5 : i32
          linalg.yield %6 : i32
        } -> tensor<?x?xi32>
        %inserted_slice = tensor.insert_slice %5 into %arg8[%arg5, %arg7] [%2, %3] [1, 1] : tensor<?x?xi32> into tensor<?x?xi32>
        scf.yield %inserted_slice : tensor<?x?xi32>
      }
      scf.yield %1 : tensor<?x?xi32>
    }
    return %0 : tensor<?x?xi32>
  }
}

