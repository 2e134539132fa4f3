// RUN: tilec opt --fuse-elementwise %s
// Read once per loop of the consumer, but written never: mlir-opt computes 25 instead of 9 here.
#id = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#col = affine_map<(d0, d1) -> (d0)>
func.func @f(%a: tensor<2xf32>, %b: tensor<2xf32>, %c: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<2xf32>) outs(%b : tensor<2xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = arith.addf %x0, %y0 : f32
    linalg.yield %v : f32
  } -> tensor<2xf32>
  %e = tensor.empty() : tensor<2x3xf32>
  %1 = linalg.generic {indexing_maps = [#col, #id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%0, %c : tensor<2xf32>, tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) {
  ^bb0(%x0: f32, %x1: f32, %y0: f32):
    %v = arith.mulf %x0, %x1 : f32
    linalg.yield %v : f32
  } -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}
