// RUN: tilec opt --specialize=arg0=7 --remarks %s
// The last part of a tiled loop is smaller than the others.
func.func @f(%a: tensor<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c4 iter_args(%acc = %z) -> (f32) {
    %size = affine.min affine_map<(d0)[s0] -> (4, s0 - d0)>(%i)[%n]
    %s = tensor.extract_slice %a[%i] [%size] [1] : tensor<?xf32> to tensor<?xf32>
    %x = tensor.extract %s[%c0] : tensor<?xf32>
    %y = arith.addf %acc, %x : f32
    scf.yield %y : f32
  }
  return %r : f32
}
