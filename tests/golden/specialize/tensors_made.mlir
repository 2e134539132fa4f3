// RUN: tilec opt --specialize="arg0=3 arg1=2" %s
// Padding, concatenation, splats and reshapes to a shape that is computed.
func.func @f(%a: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?x?xf32>) {
  %z = arith.constant 0.0 : f32
  %c4 = arith.constant 4 : index
  %p = tensor.pad %a low[%n] high[%n] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<?xf32> to tensor<?xf32>
  %c = tensor.concat dim(0) %a, %p, %a : (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %s = tensor.splat %z[%n] : tensor<?xf32>
  %shape = tensor.from_elements %c4, %n : tensor<2xindex>
  %8 = arith.constant dense<1.0> : tensor<8xf32>
  %r = tensor.reshape %8(%shape) : (tensor<8xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %p, %c, %s, %r : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?x?xf32>
}
