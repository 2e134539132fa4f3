// RUN: tilec opt --eliminate-copies --remarks %s
// The source is overwritten before the copy is read for the last time.
func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) {
  %t = memref.alloc() : memref<4xf32>
  memref.copy %a, %t : memref<4xf32> to memref<4xf32>
  linalg.exp ins(%b : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.abs ins(%t : memref<4xf32>) outs(%b : memref<4xf32>)
  return
}
