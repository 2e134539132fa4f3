// RUN: tilec opt %s
// A fill value has the element type.
func.func @f(%c: f64, %e: tensor<4xf32>) {
  %r = linalg.fill ins(%c : f64) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return
}
