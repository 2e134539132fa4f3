// RUN: tilec opt --decompose-tensor-ops --canonicalize %s
// A loop over the positions inserts a row at each; the destination is carried.
func.func @f(%rows: tensor<2x1x4xf32>, %a: tensor<5x4xf32>, %at: tensor<2x1xindex>) -> tensor<5x4xf32> {
  %0 = tensor.scatter %rows into %a[%at] scatter_dims([0]) unique
      : (tensor<2x1x4xf32>, tensor<5x4xf32>, tensor<2x1xindex>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}
