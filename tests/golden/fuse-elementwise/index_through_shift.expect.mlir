#map = affine_map<(d0) -> (d0 + 2)>
#map1 = affine_map<(d0) -> (d0)>
module {
  func.func @f(%arg0: tensor<10xindex>) -> tensor<8xindex> {
    %0 = tensor.empty() : tensor<8xindex>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel"]} ins(%arg0 : tensor<10xindex>) outs(%0 : tensor<8xindex>) {
    ^bb0(%in: index, %out: index):
      %2 = linalg.index 0 : index
      %3 = affine.apply #map(%2)
      %4 = arith.addi %in, %3 : index
      linalg.yield %4 : index
    } -> tensor<8xindex>
    return %1 : tensor<8xindex>
  }
}

