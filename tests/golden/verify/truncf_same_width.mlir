// RUN: tilec opt %s
// truncf narrows; f16 and bf16 are equally wide.
func.func @f(%a: f16) {
  %r = arith.truncf %a : f16 to bf16
  return
}
