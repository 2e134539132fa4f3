// RUN: tilec opt --generalize-named-ops %s
// An operand without dimensions is the same for every element.
func.func @f(%s: f32, %t: tensor<f32>, %a: tensor<4x5xf32>, %o: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %0 = linalg.add ins(%s, %a : f32, tensor<4x5xf32>) outs(%o : tensor<4x5xf32>) -> tensor<4x5xf32>
  %1 = linalg.mul ins(%0, %t : tensor<4x5xf32>, tensor<f32>) outs(%o : tensor<4x5xf32>) -> tensor<4x5xf32>
  %2 = linalg.exp ins(%t : tensor<f32>) outs(%o : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %1 : tensor<4x5xf32>
}
