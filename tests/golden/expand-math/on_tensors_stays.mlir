// RUN: tilec opt --expand-math --remarks %s
// Functions of whole tensors stay.
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = math.exp %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
