// RUN: tilec opt %s
// The part lies inside the destination.
func.func @f(%a: tensor<4xf32>, %b: tensor<6xf32>) {
  %r = tensor.insert_slice %a into %b[3] [4] [1] : tensor<4xf32> into tensor<6xf32>
  return
}
