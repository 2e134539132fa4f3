// RUN: tilec opt %s
// An alignment is a power of two.
func.func @f() {
  %r = memref.alloc() {alignment = 24 : i64} : memref<4xf32>
  return
}
