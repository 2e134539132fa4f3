// RUN: tilec opt --vectorize --remarks %s
// 8 lanes where the widest element has 64 bits.
func.func @f(%a: memref<9xf64>, %o: memref<9xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 9 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<9xf64>
    %v = arith.negf %x : f64
    memref.store %v, %o[%i] : memref<9xf64>
  }
  return
}
