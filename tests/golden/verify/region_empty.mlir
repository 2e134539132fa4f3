// RUN: tilec opt %s
// A region that must have a block has none; what stands around is still checked.
func.func @f(%a: tensor<4xf32>, %e: tensor<4xf32>, %i: i32) {
  %r = "linalg.generic"(%a, %e) <{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %s = arith.addf %i, %i : i32
  return
}
