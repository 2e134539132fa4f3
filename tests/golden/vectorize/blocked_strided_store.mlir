// RUN: tilec opt --vectorize --remarks %s
// Every second element is written.
func.func @f(%a: memref<40xf32>, %o: memref<80xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<40xf32>
    %v = arith.negf %x : f32
    %j = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    memref.store %v, %o[%j] : memref<80xf32>
  }
  return
}
