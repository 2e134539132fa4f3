// RUN: tilec opt %s
// A bitcast keeps the width.
func.func @f(%a: f32) {
  %r = arith.bitcast %a : f32 to i64
  return
}
