// RUN: tilec opt %s
// All operands of a map have one shape.
func.func @f(%a: tensor<4xf32>, %b: tensor<5xf32>) {
  %r = linalg.map { math.exp } ins(%a : tensor<4xf32>) outs(%b : tensor<5xf32>)
  return
}
