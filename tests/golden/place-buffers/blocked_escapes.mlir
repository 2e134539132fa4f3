// RUN: tilec opt --place-buffers --remarks %s
// One is returned, the other carried by a loop: the next call, or trip, would overwrite them.
// STATS: allocs=2, arena_bytes=0
func.func @f(%a: memref<4xf32>, %n: index) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.alloc() : memref<4xf32>
  memref.copy %a, %t : memref<4xf32> to memref<4xf32>
  %u = memref.alloc() : memref<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %u) -> (memref<4xf32>) {
    memref.copy %a, %x : memref<4xf32> to memref<4xf32>
    scf.yield %x : memref<4xf32>
  }
  memref.copy %r, %a : memref<4xf32> to memref<4xf32>
  return %t : memref<4xf32>
}
