// RUN: tilec opt --fuse-elementwise --remarks %s
// A copy of a buffer to itself does nothing.
func.func @f(%a: memref<8xf32>) {
  linalg.copy ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
  return
}
