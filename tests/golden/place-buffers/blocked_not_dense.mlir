// RUN: tilec opt --place-buffers --remarks %s
// The bytes of a buffer with gaps are not its elements.
// STATS: allocs=1, arena_bytes=0
func.func @f(%a: memref<4xf32>) {
  %t = memref.alloc() : memref<4xf32, strided<[2]>>
  memref.copy %a, %t : memref<4xf32> to memref<4xf32, strided<[2]>>
  memref.copy %t, %a : memref<4xf32, strided<[2]>> to memref<4xf32>
  return
}
