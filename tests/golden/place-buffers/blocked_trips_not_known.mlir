// RUN: tilec opt --place-buffers --remarks %s
// How many parts there must be is only known at run time.
// STATS: allocs=1, arena_bytes=0
func.func @f(%a: memref<?xf32>, %n: index) {
  scf.forall (%i) in (%n) {
    %c0 = arith.constant 0 : index
    %t = memref.alloc() : memref<1xf32>
    %v = memref.load %a[%i] : memref<?xf32>
    memref.store %v, %t[%c0] : memref<1xf32>
    %w = memref.load %t[%c0] : memref<1xf32>
    memref.store %w, %a[%i] : memref<?xf32>
  }
  return
}
