// RUN: tilec opt --vectorize --remarks %s
// Conditions are vectors of i1.
func.func @f(%a: memref<40xf32>, %o: memref<40xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 16 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<40xf32>
    %z = arith.constant 0.0 : f32
    %c = arith.cmpf ogt, %x, %z : f32
    %v = arith.select %c, %x, %z : f32
    memref.store %v, %o[%i] : memref<40xf32>
  }
  return
}
