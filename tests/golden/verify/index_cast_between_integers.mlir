// RUN: tilec opt %s
// One side of index_cast is index.
func.func @f(%a: i32) {
  %r = arith.index_cast %a : i32 to i64
  return
}
