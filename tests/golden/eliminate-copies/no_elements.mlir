// RUN: tilec opt --eliminate-copies --remarks %s
// There is nothing to copy.
func.func @f(%a: memref<4x0xf32>, %b: memref<4x0xf32>) {
  memref.copy %a, %b : memref<4x0xf32> to memref<4x0xf32>
  return
}
