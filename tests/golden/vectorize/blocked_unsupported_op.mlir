// RUN: tilec opt --vectorize --remarks %s
// An extended multiplication has no vector form.
func.func @f(%a: memref<40xi32>, %o: memref<40xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<40xi32>
    %l, %h = arith.mului_extended %x, %x : i32
    memref.store %h, %o[%i] : memref<40xi32>
  }
  return
}
