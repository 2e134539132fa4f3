// RUN: tilec opt --eliminate-copies --remarks %s
// Neither the argument nor the copy is written while the copy is in use.
func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) {
  %t = memref.alloc() : memref<4xf32>
  memref.copy %a, %t : memref<4xf32> to memref<4xf32>
  linalg.exp ins(%t : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.abs ins(%b : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}
