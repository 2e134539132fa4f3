// RUN: tilec opt --place-buffers %s
// 192 bytes are in use at once, at most, and that is all the arena has: the large one goes below, the small ones above it.
// STATS: allocs=0, arena_bytes=192
func.func @f(%a: memref<16xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %t = memref.alloc() : memref<16xf32>
  %u = memref.alloc() : memref<16xf32>
  %w = memref.alloc() : memref<32xf32>
  memref.copy %a, %t : memref<16xf32> to memref<16xf32>
  memref.copy %t, %u : memref<16xf32> to memref<16xf32>
  linalg.fill ins(%v : f32) outs(%w : memref<32xf32>)
  memref.copy %u, %a : memref<16xf32> to memref<16xf32>
  memref.store %v, %w[%c0] : memref<32xf32>
  return
}
