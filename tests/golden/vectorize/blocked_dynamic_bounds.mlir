// RUN: tilec opt --vectorize --remarks %s
// The number of iterations is an argument.
func.func @f(%a: memref<40xf32>, %o: memref<40xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<40xf32>
    %v = arith.negf %x : f32
    memref.store %v, %o[%i] : memref<40xf32>
  }
  return
}
