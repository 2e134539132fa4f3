// RUN: tilec opt --place-buffers --remarks %s
// A size that is only known at run time stays an allocation.
// STATS: allocs=1, arena_bytes=0
func.func @f(%a: memref<?xf32>, %n: index) {
  %t = memref.alloc(%n) : memref<?xf32>
  memref.copy %a, %t : memref<?xf32> to memref<?xf32>
  memref.copy %t, %a : memref<?xf32> to memref<?xf32>
  return
}
