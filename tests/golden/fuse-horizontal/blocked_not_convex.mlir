// RUN: tilec opt --fuse-horizontal --remarks %s
// The second op waits for the first by way of a third.
#id = affine_map<(d0) -> (d0)>
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %s = math.sqrt %0 : tensor<8xf32>
  %1 = linalg.mul ins(%x, %s : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
