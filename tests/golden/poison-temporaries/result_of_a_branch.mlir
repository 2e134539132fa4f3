// RUN: tilec opt --poison-temporaries --remarks %s
// A temporary that a branch yields outlives the branch that makes it: it is filled when it is made.
func.func @f(%c: i1, %a: memref<16xf32>, %o: memref<16xf32>) {
  %r = scf.if %c -> (memref<16xf32>) {
    %t = memref.alloc() : memref<16xf32>
    linalg.exp ins(%a : memref<16xf32>) outs(%t : memref<16xf32>)
    scf.yield %t : memref<16xf32>
  } else {
    scf.yield %a : memref<16xf32>
  }
  linalg.sqrt ins(%r : memref<16xf32>) outs(%o : memref<16xf32>)
  return
}
