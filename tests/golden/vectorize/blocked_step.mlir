// RUN: tilec opt --vectorize --remarks %s
// Every second iteration.
func.func @f(%a: memref<40xf32>, %o: memref<40xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = arith.constant 40 : index
  scf.for %i = %c0 to %n step %c2 {
    %x = memref.load %a[%i] : memref<40xf32>
    %v = arith.negf %x : f32
    memref.store %v, %o[%i] : memref<40xf32>
  }
  return
}
