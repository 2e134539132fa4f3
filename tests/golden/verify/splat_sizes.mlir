// RUN: tilec opt %s
// One size for each ?.
func.func @f(%a: f32) {
  %r = tensor.splat %a : tensor<?x2xf32>
  return
}
