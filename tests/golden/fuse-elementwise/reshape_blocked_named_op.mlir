// RUN: tilec opt --fuse-elementwise --remarks %s
// A product of matrices keeps its name and its loops.
#id3 = affine_map<(i, j, k) -> (i, j, k)>
func.func @f(%x: tensor<2x3x4xi32>, %y: tensor<12x5xi32>, %z: tensor<2x5xi32>) -> tensor<2x5xi32> {
  %e = tensor.empty() : tensor<2x3x4xi32>
  %0 = linalg.generic {indexing_maps = [#id3, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x : tensor<2x3x4xi32>) outs(%e : tensor<2x3x4xi32>) {
  ^bb0(%v: i32, %o: i32):
    %n = arith.addi %v, %v : i32
    linalg.yield %n : i32
  } -> tensor<2x3x4xi32>
  %c = tensor.collapse_shape %0 [[0], [1, 2]] : tensor<2x3x4xi32> into tensor<2x12xi32>
  %1 = linalg.matmul ins(%c, %y : tensor<2x12xi32>, tensor<12x5xi32>) outs(%z : tensor<2x5xi32>) -> tensor<2x5xi32>
  return %1 : tensor<2x5xi32>
}
