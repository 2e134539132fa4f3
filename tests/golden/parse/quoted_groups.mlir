// RUN: tilec opt %s
// Operands are split as the op has it: without sizes where there is no doubt, with a size of 0 for a group that is not known.
func.func @f(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>, %n: index) -> tensor<3x2xf32> {
  %0 = "linalg.transpose"(%a, %b) <{permutation = array<i64: 1, 0>}> ({
  ^bb0(%x: f32, %y: f32):
    "linalg.yield"(%x) : (f32) -> ()
  }) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %1 = "bufferization.alloc_tensor"(%n) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (index) -> tensor<?xf32>
  return %0 : tensor<3x2xf32>
}
