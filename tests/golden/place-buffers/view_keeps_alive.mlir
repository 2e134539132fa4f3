// RUN: tilec opt --place-buffers %s
// A view is the buffer: while it is read, nobody else has the place.
// STATS: allocs=0, arena_bytes=128
func.func @f(%a: memref<16xf32>, %o: memref<8xf32>) {
  %t = memref.alloc() : memref<16xf32>
  %u = memref.alloc() : memref<16xf32>
  memref.copy %a, %t : memref<16xf32> to memref<16xf32>
  %half = memref.subview %t[8] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 8>>
  memref.copy %a, %u : memref<16xf32> to memref<16xf32>
  memref.copy %u, %a : memref<16xf32> to memref<16xf32>
  memref.copy %half, %o : memref<8xf32, strided<[1], offset: 8>> to memref<8xf32>
  return
}
