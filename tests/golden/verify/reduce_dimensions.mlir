// RUN: tilec opt %s
// The reduced dimensions are in order, and the output has the others.
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8xf32>) {
  %r = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%b : tensor<8xf32>) dimensions = [1, 0]
  %s = linalg.reduce { arith.addf } ins(%a : tensor<4x8xf32>) outs(%b : tensor<8xf32>) dimensions = [1]
  return
}
