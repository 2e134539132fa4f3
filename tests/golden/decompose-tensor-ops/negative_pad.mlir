// RUN: tilec opt --decompose-tensor-ops %s
// Padding by less than nothing is an error, but only where it runs.
func.func @f(%a: tensor<4xf32>, %n: i1) -> tensor<4xf32> {
  %z = arith.constant 0.0 : f32
  %r = scf.if %n -> (tensor<4xf32>) {
    %p = tensor.pad %a low[-1] high[1] {
    ^bb0(%i: index):
      tensor.yield %z : f32
    } : tensor<4xf32> to tensor<4xf32>
    scf.yield %p : tensor<4xf32>
  } else {
    scf.yield %a : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
