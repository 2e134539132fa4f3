#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1) -> (d0 * 3 + d1)>
module {
  func.func @f(%arg0: tensor<2x3x4xindex>) -> tensor<6x4xindex> {
    %0 = tensor.empty() : tensor<2x3x4xindex>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x3x4xindex>) outs(%0 : tensor<2x3x4xindex>) {
    ^bb0(%in: index, %out: index):
      %2 = arith.addi %in, %in : index
      %3 = linalg.index 0 : index
      %4 = linalg.index 1 : index
      %5 = affine.apply #map1(%3, %4)
      %6 = linalg.index 2 : index
      %7 = arith.muli %5, %6 : index
      %8 = arith.addi %2, %7 : index
      linalg.yield %8 : index
    } -> tensor<2x3x4xindex>
    %collapsed = tensor.collapse_shape %1 [[0, 1], [2]] : tensor<2x3x4xindex> into tensor<6x4xindex>
    return %collapsed : tensor<6x4xindex>
  }
}

