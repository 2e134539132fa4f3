// RUN: tilec opt --bufferize --remarks %s
// The read comes before the write, but in the next trip after it: each trip writes a copy.
func.func @f(%a: tensor<4xf32>, %v: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %v) -> (f32) {
    %e = tensor.extract %a[%c0] : tensor<4xf32>
    %m = tensor.insert %s into %a[%c0] : tensor<4xf32>
    %g = tensor.extract %m[%c0] : tensor<4xf32>
    %t = arith.addf %e, %g : f32
    scf.yield %t : f32
  }
  return %r : f32
}
