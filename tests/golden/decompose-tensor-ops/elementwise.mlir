// RUN: tilec opt --decompose-tensor-ops --remarks %s
// Arithmetic on whole tensors, with its attributes; a scalar that chooses between tensors computes nothing and stays.
func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: i1) -> (tensor<4xi1>, tensor<4xf32>) {
  %0 = arith.cmpf olt, %a, %b : tensor<4xf32>
  %1 = arith.addf %a, %b fastmath<nnan> : tensor<4xf32>
  %2 = arith.select %c, %1, %a : tensor<4xf32>
  return %0, %2 : tensor<4xi1>, tensor<4xf32>
}
