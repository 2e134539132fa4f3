// RUN: tilec opt --place-buffers %s
// The first is read once more: the second needs a place of its own.
// STATS: allocs=0, arena_bytes=128
func.func @f(%a: memref<16xf32>, %o: memref<16xf32>) {
  %t = memref.alloc() : memref<16xf32>
  %u = memref.alloc() : memref<16xf32>
  linalg.exp ins(%a : memref<16xf32>) outs(%t : memref<16xf32>)
  linalg.log ins(%t : memref<16xf32>) outs(%u : memref<16xf32>)
  linalg.add ins(%t, %u : memref<16xf32>, memref<16xf32>) outs(%o : memref<16xf32>)
  return
}
