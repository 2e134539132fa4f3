// RUN: tilec opt %s
// One symbol for each unknown of the layout.
func.func @f() {
  %r = memref.alloc() : memref<4xf32, strided<[?], offset: ?>>
  return
}
