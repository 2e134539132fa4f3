// RUN: tilec opt --fuse-horizontal --remarks %s
// What uses the first op is not moved past a store.
#id = affine_map<(d0) -> (d0)>
func.func @f(%x: tensor<8xf32>, %m: memref<f32>, %s: f32) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  memref.store %s, %m[] : memref<f32>
  %1 = linalg.tanh ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
