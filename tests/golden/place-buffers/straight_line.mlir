// RUN: tilec opt --place-buffers --remarks %s
// Two are in use at once, never three: the third takes the place of the first.
// STATS: allocs=0, arena_bytes=512
func.func @f(%a: memref<64xf32>, %v: f32, %o: memref<64xf32>) {
  %t = memref.alloc() : memref<64xf32>
  %u = memref.alloc() : memref<64xf32>
  %w = memref.alloc() : memref<64xf32>
  memref.copy %a, %t : memref<64xf32> to memref<64xf32>
  memref.copy %t, %u : memref<64xf32> to memref<64xf32>
  memref.copy %u, %w : memref<64xf32> to memref<64xf32>
  memref.copy %w, %o : memref<64xf32> to memref<64xf32>
  return
}
