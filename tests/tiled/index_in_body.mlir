#map = affine_map<(d0) -> (-d0 + 37, 5)>
#map1 = affine_map<(d0)[s0] -> (-d0 + s0, 16)>
#map2 = affine_map<(d0) -> (d0 - 1)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> (d1, d0)>
#map5 = affine_map<(d0)[s0] -> (d0 + s0)>
module {
  func.func @f(%arg0: tensor<37x?xindex>, %arg1: tensor<?x37xindex>) -> tensor<?x37xindex> {
    %c1 = arith.constant 1 : index
    %dim = tensor.dim %arg0, %c1 : tensor<37x?xindex>
    %c0 = arith.constant 0 : index
    %dim_0 = tensor.dim %arg1, %c0 : tensor<?x37xindex>
    %c0_1 = arith.constant 0 : index
    %c0_2 = arith.constant 0 : index
    %c37 = arith.constant 37 : index
    %c5 = arith.constant 5 : index
    %c16 = arith.constant 16 : index
    %0 = scf.for %arg2 = %c0_1 to %c37 step %c5 iter_args(%arg3 = %arg1) -> (tensor<?x37xindex>) {
      %1 = scf.for %arg4 = %c0_2 to %dim step %c16 iter_args(%arg5 = %arg3) -> (tensor<?x37xindex>) {
        %c37_3 = arith.constant 37 : index
        %2 = affine.min #map(%arg2)
        %3 = affine.min #map1(%arg4)[%dim]
        %4 = affine.apply #map2(%2)
        %5 = affine.apply #map2(%3)
        %6 = affine.apply #map2(%2)
        %7 = affine.apply #map2(%3)
        %8 = affine.apply #map2(%3)
        %9 = affine.apply #map2(%2)
        %extracted_slice = tensor.extract_slice %arg0[%arg2, %arg4] [%2, %3] [1, 1] : tensor<37x?xindex> to tensor<?x?xindex>
        %extracted_slice_4 = tensor.extract_slice %arg5[%arg4, %arg2] [%3, %2] [1, 1] : tensor<?x37xindex> to tensor<?x?xindex>
        %10 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice : tensor<?x?xindex>) outs(%extracted_slice_4 : tensor<?x?xindex>) {
        ^bb0(%in: index, %out: index):
          %15 = linalg.index 1 : index
          %16 = affine.apply #map5(%arg4)[%15]
          %17 = linalg.index 0 : index
          %18 = affine.apply #map5(%arg2)[%17]
          %19 = arith.addi %in, %16 : index
          %20 = arith.muli %19, %18 : index
          linalg.yield %20 : index
        } -> tensor<?x?xindex>
        %11 = affine.apply #map2(%2)
        %12 = affine.apply #map2(%3)
        %13 = affine.apply #map2(%3)
        %14 = affine.apply #map2(%2)
        %inserted_slice = tensor.insert_slice %10 into %arg5[%arg4, %arg2] [%3, %2] [1, 1] : tensor<?x?xindex> into tensor<?x37xindex>
        scf.yield %inserted_slice : tensor<?x37xindex>
      }
      scf.yield %1 : tensor<?x37xindex>
    }
    return %0 : tensor<?x37xindex>
  }
}

