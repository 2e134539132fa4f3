// RUN: tilec opt --eliminate-copies --remarks %s
// Nobody needs the source after the copy: the copy is the source, and may be written.
func.func @f(%a: memref<4xf32>) {
  %s = memref.alloc() : memref<4xf32>
  linalg.exp ins(%a : memref<4xf32>) outs(%s : memref<4xf32>)
  %t = memref.alloc() : memref<4xf32>
  memref.copy %s, %t : memref<4xf32> to memref<4xf32>
  linalg.abs ins(%t : memref<4xf32>) outs(%t : memref<4xf32>)
  linalg.exp ins(%t : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}
