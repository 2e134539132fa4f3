// RUN: tilec opt %s
// A global is got at its own type.
memref.global "private" constant @weights : memref<4xf32> = dense<1.0>
func.func @f() {
  %g = memref.get_global @weights : memref<5xf32>
  return
}
