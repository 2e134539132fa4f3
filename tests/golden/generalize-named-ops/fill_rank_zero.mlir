// RUN: tilec opt --generalize-named-ops %s
// No loops.
func.func @f(%s: f32, %e: tensor<f32>) -> tensor<f32> {
  %0 = linalg.fill ins(%s : f32) outs(%e : tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
