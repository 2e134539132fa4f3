// RUN: tilec opt %s
// A global must exist.
func.func @f() {
  %g = memref.get_global @weights : memref<4xf32>
  return
}
