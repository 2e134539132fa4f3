// RUN: tilec opt --vectorize --remarks %s
// A place read from memory.
func.func @f(%a: memref<40xf32>, %p: memref<40xindex>, %o: memref<40xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  scf.for %i = %c0 to %n step %c1 {
    %j = memref.load %p[%i] : memref<40xindex>
    %x = memref.load %a[%j] : memref<40xf32>
    %v = arith.negf %x : f32
    memref.store %v, %o[%i] : memref<40xf32>
  }
  return
}
