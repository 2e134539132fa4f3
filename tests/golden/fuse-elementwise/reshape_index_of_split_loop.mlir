// RUN: tilec opt --fuse-elementwise %s
// The number of a split loop is the row-major position in the loops it became; the loop after it has another number.
#id = affine_map<(i, j) -> (i, j)>
#id3 = affine_map<(i, j, k) -> (i, j, k)>
func.func @f(%x: tensor<2x3x4xindex>) -> tensor<6x4xindex> {
  %e = tensor.empty() : tensor<2x3x4xindex>
  %e2 = tensor.empty() : tensor<6x4xindex>
  %0 = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<2x3x4xindex>) outs(%e : tensor<2x3x4xindex>) {
  ^bb0(%v: index, %o: index):
    %n = arith.addi %v, %v : index
    linalg.yield %n : index
  } -> tensor<2x3x4xindex>
  %c = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<2x3x4xindex> into tensor<6x4xindex>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<6x4xindex>) outs(%e2 : tensor<6x4xindex>) {
  ^bb0(%v: index, %o: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %p = arith.muli %i, %j : index
    %s = arith.addi %v, %p : index
    linalg.yield %s : index
  } -> tensor<6x4xindex>
  return %1 : tensor<6x4xindex>
}
