// RUN: tilec opt --vectorize --remarks %s
// A division that could stop the program must stop it at the right place.
func.func @f(%a: memref<40xi32>, %o: memref<40xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<40xi32>
    %v = arith.divsi %x, %x : i32
    memref.store %v, %o[%i] : memref<40xi32>
  }
  return
}
