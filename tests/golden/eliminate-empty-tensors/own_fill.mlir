// RUN: tilec opt --eliminate-empty-tensors --remarks %s
// Two sums start from one filled tensor: the first gets a fill of its own, which is less than a copy.
#id = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<f32>, tensor<f32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %0 = linalg.fill ins(%z : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %1 = linalg.reduce ins(%a : tensor<4xf32>) outs(%0 : tensor<f32>) dimensions = [0]
      (%x: f32, %y: f32) {
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  %2 = linalg.reduce ins(%b : tensor<4xf32>) outs(%0 : tensor<f32>) dimensions = [0]
      (%x: f32, %y: f32) {
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  return %1, %2 : tensor<f32>, tensor<f32>
}
