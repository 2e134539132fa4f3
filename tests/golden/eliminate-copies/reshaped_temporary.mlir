// RUN: tilec opt --eliminate-copies --remarks %s
// The temporary is copied in another shape: it is computed in the target seen in its own.
func.func @f(%a: memref<2x4xf32>, %b: memref<8xf32>) {
  %s = memref.alloc() : memref<2x4xf32>
  linalg.exp ins(%a : memref<2x4xf32>) outs(%s : memref<2x4xf32>)
  %c = memref.collapse_shape %s [[0, 1]] : memref<2x4xf32> into memref<8xf32>
  memref.copy %c, %b : memref<8xf32> to memref<8xf32>
  return
}
