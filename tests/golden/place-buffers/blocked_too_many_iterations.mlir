// RUN: tilec opt --place-buffers --remarks %s
// 16 MiB are the limit of what the iterations of a loop have together.
// STATS: allocs=1, arena_bytes=0
func.func @f(%a: memref<300000xf32>) {
  scf.forall (%i) in (300000) {
    %c0 = arith.constant 0 : index
    %t = memref.alloc() : memref<1xf32>
    %v = memref.load %a[%i] : memref<300000xf32>
    memref.store %v, %t[%c0] : memref<1xf32>
    %w = memref.load %t[%c0] : memref<1xf32>
    memref.store %w, %a[%i] : memref<300000xf32>
  }
  return
}
