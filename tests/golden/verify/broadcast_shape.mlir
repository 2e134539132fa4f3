// RUN: tilec opt %s
// The output has the sizes of the input and the added ones.
func.func @f(%a: tensor<?xf32>, %b: tensor<4x8xf32>) {
  %r = linalg.broadcast ins(%a : tensor<?xf32>) outs(%b : tensor<4x8xf32>) dimensions = [1]
  return
}
