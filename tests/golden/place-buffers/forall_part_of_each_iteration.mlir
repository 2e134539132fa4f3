// RUN: tilec opt --place-buffers %s
// Iterations may run at the same time: each has its part, at an offset that its index gives.
// STATS: allocs=0, arena_bytes=256
func.func @f(%a: memref<8x16xf32>) {
  scf.forall (%i) = (0) to (8) step (2) {
    %t = memref.alloc() : memref<16xf32>
    %row = memref.subview %a[%i, 0] [1, 16] [1, 1] : memref<8x16xf32> to memref<16xf32, strided<[1], offset: ?>>
    memref.copy %row, %t : memref<16xf32, strided<[1], offset: ?>> to memref<16xf32>
    linalg.exp ins(%t : memref<16xf32>) outs(%row : memref<16xf32, strided<[1], offset: ?>>)
  }
  return
}
