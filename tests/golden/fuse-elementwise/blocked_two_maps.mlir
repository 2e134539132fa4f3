// RUN: tilec opt --fuse-elementwise --remarks %s
// The producer as it is and transposed: mlir-opt once lost it here.
#id = affine_map<(d0, d1) -> (d0, d1)>
#tr = affine_map<(d0, d1) -> (d1, d0)>
func.func @f(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = math.exp %x0 : f32
    linalg.yield %v : f32
  } -> tensor<4x4xf32>
  %1 = linalg.generic {indexing_maps = [#id, #tr, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0, %0 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%x0: f32, %x1: f32, %y0: f32):
    %v = arith.addf %x0, %x1 : f32
    linalg.yield %v : f32
  } -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
