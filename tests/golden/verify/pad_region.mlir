// RUN: tilec opt %s
// The region takes an index a dimension and yields an element.
func.func @f(%a: tensor<4x4xf32>, %z: f64) {
  %r = tensor.pad %a low[1, 0] high[2, 0] {
  ^bb0(%i: index):
    tensor.yield %z : f64
  } : tensor<4x4xf32> to tensor<7x4xf32>
  return
}
