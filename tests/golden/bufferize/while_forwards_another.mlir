// RUN: tilec opt --bufferize --remarks %s
// What the loop ends with is not the tensor that it carries: it is one buffer of its own, made before the loop.
func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>, %n: index, %v: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%x = %a, %i = %c0) : (tensor<4xf32>, index) -> (tensor<4xf32>, index) {
    %go = arith.cmpi ult, %i, %n : index
    scf.condition(%go) %b, %i : tensor<4xf32>, index
  } do {
  ^bb0(%y: tensor<4xf32>, %j: index):
    %m = tensor.insert %v into %y[%c0] : tensor<4xf32>
    %k = arith.addi %j, %c1 : index
    scf.yield %m, %k : tensor<4xf32>, index
  }
  return %r#0 : tensor<4xf32>
}
