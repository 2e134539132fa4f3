// RUN: tilec opt --canonicalize %s
// What nothing needs goes, a loop too; stores stay.
func.func @f(%x: f32, %m: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = math.exp %x : f32
  %t = tensor.empty() : tensor<8xf32>
  scf.for %i = %c0 to %n step %c1 {
    %y = memref.load %m[%i] : memref<8xf32>
  }
  memref.store %x, %m[%c0] : memref<8xf32>
  return
}
