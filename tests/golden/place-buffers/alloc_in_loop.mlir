// RUN: tilec opt --place-buffers %s
// Made in every trip, it is one place for all trips.
// STATS: allocs=0, arena_bytes=64
func.func @f(%a: memref<16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %t = memref.alloc() : memref<16xf32>
    linalg.exp ins(%a : memref<16xf32>) outs(%t : memref<16xf32>)
    memref.copy %t, %a : memref<16xf32> to memref<16xf32>
    memref.dealloc %t : memref<16xf32>
  }
  return
}
