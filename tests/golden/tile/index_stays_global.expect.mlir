#map = affine_map<(d0) -> (-d0 + 10, 4)>
#map1 = affine_map<(d0) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0 + d1)>
module {
  func.func @f(%arg0: tensor<10xindex>) -> tensor<10xindex> {
    %c0 = arith.constant 0 : index
    %c10 = arith.constant 10 : index
    %c4 = arith.constant 4 : index
    %0 = scf.for %arg1 = %c0 to %c10 step %c4 iter_args(%arg2 = %arg0) -> (tensor<10xindex>) {
      %1 = affine.min #map(%arg1)
      %extracted_slice = tensor.extract_slice %arg2[%arg1] [%1] [1] : tensor<10xindex> to tensor<?xindex>
      %2 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel"]} outs(%extracted_slice : tensor<?xindex>) {
      ^bb0(%out: index):
        %3 = linalg.index 0 : index
        %4 = affine.apply #map2(%3, %arg1)
        linalg.yield %4 : index
      } -> tensor<?xindex>
      %inserted_slice = tensor.insert_slice %2 into %arg2[%arg1] [%1] [1] : tensor<?xindex> into tensor<10xindex>
      scf.yield %inserted_slice : tensor<10xindex>
    }
    return %0 : tensor<10xindex>
  }
}

