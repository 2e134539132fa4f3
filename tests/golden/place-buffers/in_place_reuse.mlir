// RUN: tilec opt --place-buffers --remarks %s
// An elementwise op writes where it reads what dies there, through equal maps.
// STATS: allocs=0, arena_bytes=64
func.func @f(%a: memref<16xf32>, %o: memref<16xf32>) {
  %t = memref.alloc() : memref<16xf32>
  %u = memref.alloc() : memref<16xf32>
  linalg.exp ins(%a : memref<16xf32>) outs(%t : memref<16xf32>)
  linalg.log ins(%t : memref<16xf32>) outs(%u : memref<16xf32>)
  linalg.sqrt ins(%u : memref<16xf32>) outs(%o : memref<16xf32>)
  return
}
