// RUN: tilec opt --vectorize --remarks %s
// Values from outside are broadcast.
func.func @f(%a: memref<40xf32>, %o: memref<40xf32>, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 33 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<40xf32>
    %k = arith.constant 2.0 : f32
    %m = arith.mulf %x, %s : f32
    %v = arith.addf %m, %k : f32
    memref.store %v, %o[%i] : memref<40xf32>
  }
  return
}
