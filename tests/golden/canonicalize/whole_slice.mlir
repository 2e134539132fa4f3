// RUN: tilec opt --canonicalize %s
// A slice of everything is the thing itself.
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tensor.extract_slice %a[0] [8] [1] : tensor<8xf32> to tensor<8xf32>
  return %0 : tensor<8xf32>
}
