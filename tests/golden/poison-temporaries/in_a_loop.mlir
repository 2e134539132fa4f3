// RUN: tilec opt --poison-temporaries --remarks %s
// One is made in the loop and filled in every trip; the other is used by the loop, and filled before and after it.
func.func @f(%a: memref<16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %u = memref.alloc() : memref<16xf32>
  scf.for %i = %c0 to %n step %c1 {
    %t = memref.alloc() : memref<16xf32>
    linalg.exp ins(%a : memref<16xf32>) outs(%t : memref<16xf32>)
    linalg.log ins(%t : memref<16xf32>) outs(%u : memref<16xf32>)
    memref.copy %u, %a : memref<16xf32> to memref<16xf32>
  }
  return
}
