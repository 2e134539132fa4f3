// RUN: tilec opt --place-buffers %s
// What is read in a loop is in use until the loop ends, so what is only used later in a trip cannot share its place.
// STATS: allocs=0, arena_bytes=128
func.func @f(%a: memref<16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.alloc() : memref<16xf32>
  %u = memref.alloc() : memref<16xf32>
  memref.copy %a, %t : memref<16xf32> to memref<16xf32>
  scf.for %i = %c0 to %n step %c1 {
    linalg.exp ins(%t : memref<16xf32>) outs(%a : memref<16xf32>)
    linalg.log ins(%a : memref<16xf32>) outs(%u : memref<16xf32>)
    linalg.sqrt ins(%u : memref<16xf32>) outs(%a : memref<16xf32>)
  }
  return
}
