// RUN: tilec opt --place-buffers %s
// What a branch yields lives on as its result: both temporaries are in use from the branch to the last read of the result.
// STATS: allocs=0
func.func @f(%c: i1, %a: memref<16xf32>, %o: memref<16xf32>) {
  %r = scf.if %c -> (memref<16xf32>) {
    %t = memref.alloc() : memref<16xf32>
    linalg.exp ins(%a : memref<16xf32>) outs(%t : memref<16xf32>)
    scf.yield %t : memref<16xf32>
  } else {
    %u = memref.alloc() : memref<16xf32>
    linalg.log ins(%a : memref<16xf32>) outs(%u : memref<16xf32>)
    scf.yield %u : memref<16xf32>
  }
  linalg.sqrt ins(%r : memref<16xf32>) outs(%o : memref<16xf32>)
  return
}
