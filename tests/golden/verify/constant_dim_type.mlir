// RUN: tilec opt %s
// The dimension is an i64.
func.func @f(%a: tensor<4xf32>) {
  %r = "tensor.concat"(%a) <{dim = 0 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}
