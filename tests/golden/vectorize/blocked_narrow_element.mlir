// RUN: tilec opt --vectorize --remarks %s
// Elements of 16 bits stay scalar.
func.func @f(%a: memref<40xf16>, %o: memref<40xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<40xf16>
    %v = arith.negf %x : f16
    memref.store %v, %o[%i] : memref<40xf16>
  }
  return
}
