// RUN: tilec opt --fuse-elementwise --remarks %s
// The consumer computes only a part, so the whole cannot be one of its results, and an exponential is not computed twice.
#id = affine_map<(d0) -> (d0)>
#shift = affine_map<(d0) -> (d0 + 2)>
func.func @f(%a: tensor<10000xf32>, %o: tensor<9998xf32>) -> (tensor<10000xf32>, tensor<9998xf32>) {
  %e = tensor.empty() : tensor<10000xf32>
  %0 = linalg.exp ins(%a : tensor<10000xf32>) outs(%e : tensor<10000xf32>) -> tensor<10000xf32>
  %1 = linalg.generic {indexing_maps = [#shift, #id], iterator_types = ["parallel"]}
      ins(%0 : tensor<10000xf32>) outs(%o : tensor<9998xf32>) {
  ^bb0(%x: f32, %y: f32):
    %v = arith.addf %x, %x : f32
    linalg.yield %v : f32
  } -> tensor<9998xf32>
  return %0, %1 : tensor<10000xf32>, tensor<9998xf32>
}
