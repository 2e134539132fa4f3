// RUN: tilec opt --place-buffers %s
// A transpose writes elements that it reads later: the two do not share.
// STATS: allocs=0, arena_bytes=128
func.func @f(%a: memref<4x4xf32>, %o: memref<4x4xf32>) {
  %t = memref.alloc() : memref<4x4xf32>
  %u = memref.alloc() : memref<4x4xf32>
  linalg.exp ins(%a : memref<4x4xf32>) outs(%t : memref<4x4xf32>)
  linalg.transpose ins(%t : memref<4x4xf32>) outs(%u : memref<4x4xf32>) permutation = [1, 0]
  linalg.sqrt ins(%u : memref<4x4xf32>) outs(%o : memref<4x4xf32>)
  return
}
