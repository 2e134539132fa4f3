// RUN: tilec opt --eliminate-copies --remarks %s
// The target is made after the temporary is computed.
func.func @f(%a: memref<8xf32>, %b: memref<2x4xf32>) {
  %s = memref.alloc() : memref<8xf32>
  linalg.exp ins(%a : memref<8xf32>) outs(%s : memref<8xf32>)
  %t = memref.collapse_shape %b [[0, 1]] : memref<2x4xf32> into memref<8xf32>
  memref.copy %s, %t : memref<8xf32> to memref<8xf32>
  return
}
