#map = affine_map<(d0) -> (-d0 + 10, 4)>
#map1 = affine_map<(d0) -> (d0 floordiv 2)>
#map2 = affine_map<(d0) -> ((d0 - 1) floordiv 2 + 1)>
#map3 = affine_map<(d0) -> (d0 mod 2)>
#map4 = affine_map<(d0) -> (d0)>
module {
  func.func @f(%arg0: tensor<2xi32>, %arg1: tensor<5xi32>, %arg2: tensor<10xi32>) -> tensor<10xi32> {
    %c0 = arith.constant 0 : index
    %c10 = arith.constant 10 : index
    %c4 = arith.constant 4 : index
    %0 = scf.for %arg3 = %c0 to %c10 step %c4 iter_args(%arg4 = %arg2) -> (tensor<10xi32>) {
      %1 = affine.min #map(%arg3)
      %2 = affine.apply #map1(%arg3)
      %3 = affine.apply #map2(%1)
      %extracted_slice = tensor.extract_slice %arg1[%2] [%3] [1] : tensor<5xi32> to tensor<?xi32>
      %extracted_slice_0 = tensor.extract_slice %arg4[%arg3] [%1] [1] : tensor<10xi32> to tensor<?xi32>
      %4 = linalg.generic {indexing_maps = [#map3, #map1, #map4], iterator_types = ["parallel"]} ins(%arg0, %extracted_slice : tensor<2xi32>, tensor<?xi32>) outs(%extracted_slice_0 : tensor<?xi32>) {
      ^bb0(%in: i32, %in_1: i32, %out: i32):
        %5 = arith.addi %in, %in_1 : i32
        linalg.yield %5 : i32
      } -> tensor<?xi32>
      %inserted_slice = tensor.insert_slice %4 into %arg4[%arg3] [%1] [1] : tensor<?xi32> into tensor<10xi32>
      scf.yield %inserted_slice : tensor<10xi32>
    }
    return %0 : tensor<10xi32>
  }
}

