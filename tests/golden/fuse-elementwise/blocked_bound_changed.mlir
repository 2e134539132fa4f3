// RUN: tilec opt --fuse-elementwise --remarks %s
// Composed, (d0 * 2) floordiv 2 is d0 and would claim that the loop is 5; mlir-opt leaves an invalid program here.
#id = affine_map<(d0) -> (d0)>
#half = affine_map<(d0) -> (d0 floordiv 2)>
#twice = affine_map<(d0) -> (d0 * 2)>
func.func @f(%a: tensor<5xf32>) -> tensor<3xf32> {
  %e = tensor.empty() : tensor<6xf32>
  %t = tensor.empty() : tensor<3xf32>
  %0 = linalg.generic {indexing_maps = [#half, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<5xf32>) outs(%e : tensor<6xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = arith.negf %x0 : f32
    linalg.yield %v : f32
  } -> tensor<6xf32>
  %1 = linalg.generic {indexing_maps = [#twice, #id], iterator_types = ["parallel"]}
      ins(%0 : tensor<6xf32>) outs(%t : tensor<3xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = math.absf %x0 : f32
    linalg.yield %v : f32
  } -> tensor<3xf32>
  return %1 : tensor<3xf32>
}
