// RUN: tilec opt --canonicalize %s
// No iteration, no effect: the result is the init.
func.func @f(%a: tensor<4x0xf32>, %i: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.reduce ins(%a : tensor<4x0xf32>) outs(%i : tensor<4xf32>) dimensions = [1]
      (%x: f32, %y: f32) {
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  return %0 : tensor<4xf32>
}
