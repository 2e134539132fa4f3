// RUN: tilec opt --fuse-elementwise=recompute=cost --remarks %s
// Each exponential would be computed a hundred times.
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @f(%a: tensor<100x100xf32>, %b: tensor<100x100xf32>, %o: tensor<100x100xf32>) -> tensor<100x100xf32> {
  %e = tensor.empty() : tensor<100x100xf32>
  %0 = linalg.exp ins(%a : tensor<100x100xf32>) outs(%e : tensor<100x100xf32>) -> tensor<100x100xf32>
  %1 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%0, %b : tensor<100x100xf32>, tensor<100x100xf32>) outs(%o : tensor<100x100xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %p, %acc : f32
    linalg.yield %s : f32
  } -> tensor<100x100xf32>
  return %1 : tensor<100x100xf32>
}
