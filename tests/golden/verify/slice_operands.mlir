// RUN: tilec opt %s
// An operand for each size that is not constant.
func.func @f(%a: tensor<8xf32>, %n: index) {
  %r = "tensor.extract_slice"(%a, %n) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: 0>,
      static_sizes = array<i64: 4>, static_strides = array<i64: 1>}> : (tensor<8xf32>, index) -> tensor<4xf32>
  return
}
