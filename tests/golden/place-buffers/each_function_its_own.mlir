// RUN: tilec opt --place-buffers %s
// Each function has an arena of its own: a caller's stays as it is while the callee works.
func.func private @g(%a: memref<16xf32>) {
  %t = memref.alloc() : memref<16xf32>
  linalg.exp ins(%a : memref<16xf32>) outs(%t : memref<16xf32>)
  memref.copy %t, %a : memref<16xf32> to memref<16xf32>
  return
}
func.func @f(%a: memref<16xf32>) {
  %t = memref.alloc() : memref<16xf32>
  memref.copy %a, %t : memref<16xf32> to memref<16xf32>
  call @g(%t) : (memref<16xf32>) -> ()
  memref.copy %t, %a : memref<16xf32> to memref<16xf32>
  return
}
