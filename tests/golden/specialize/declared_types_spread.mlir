// RUN: tilec opt --specialize %s
// Without options types spread from what the program declares; casts that only hid a shape go.
func.func @f(%a: tensor<4x8xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tensor.cast %a : tensor<4x8xf32> to tensor<?x?xf32>
  %1 = linalg.exp ins(%0 : tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
