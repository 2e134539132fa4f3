// Attention with three heads: softmax(q·kᵀ)·v, row by row of q.
#q = affine_map<(h, i, j, d) -> (h, i, d)>
#k = affine_map<(h, i, j, d) -> (h, j, d)>
#s = affine_map<(h, i, j, d) -> (h, i, j)>
#id = affine_map<(h, i, j) -> (h, i, j)>
#row = affine_map<(h, i, j) -> (h, i)>
func.func @attention(%q: tensor<3x64x16xf32>, %k: tensor<3x64x16xf32>, %v: tensor<3x64x16xf32>) -> tensor<3x64x16xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %scores = tensor.empty() : tensor<3x64x64xf32>
  %rows = tensor.empty() : tensor<3x64xf32>
  %e = tensor.empty() : tensor<3x64x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%scores : tensor<3x64x64xf32>) -> tensor<3x64x64xf32>
  %qk = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%q, %k : tensor<3x64x16xf32>, tensor<3x64x16xf32>) outs(%z : tensor<3x64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x64x64xf32>
  %m = linalg.fill ins(%least : f32) outs(%rows : tensor<3x64xf32>) -> tensor<3x64xf32>
  %max = linalg.reduce { arith.maximumf } ins(%qk : tensor<3x64x64xf32>) outs(%m : tensor<3x64xf32>) dimensions = [2]
  %exp = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%qk, %max : tensor<3x64x64xf32>, tensor<3x64xf32>) outs(%scores : tensor<3x64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %x = math.exp %d : f32
    linalg.yield %x : f32
  } -> tensor<3x64x64xf32>
  %n = linalg.fill ins(%zero : f32) outs(%rows : tensor<3x64xf32>) -> tensor<3x64xf32>
  %sum = linalg.reduce { arith.addf } ins(%exp : tensor<3x64x64xf32>) outs(%n : tensor<3x64xf32>) dimensions = [2]
  %soft = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel", "parallel"]} ins(%exp, %sum : tensor<3x64x64xf32>, tensor<3x64xf32>) outs(%scores : tensor<3x64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<3x64x64xf32>
  %start = linalg.fill ins(%zero : f32) outs(%e : tensor<3x64x16xf32>) -> tensor<3x64x16xf32>
  %r = linalg.batch_matmul ins(%soft, %v : tensor<3x64x64xf32>, tensor<3x64x16xf32>) outs(%start : tensor<3x64x16xf32>) -> tensor<3x64x16xf32>
  return %r : tensor<3x64x16xf32>
}
