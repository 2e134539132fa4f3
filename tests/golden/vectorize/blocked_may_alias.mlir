// RUN: tilec opt --vectorize --remarks %s
// The element written is read by the next iteration.
func.func @f(%a: memref<41xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<41xf32>
    %v = arith.negf %x : f32
    %j = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
    memref.store %v, %a[%j] : memref<41xf32>
  }
  return
}
