// Layer norm over the rows of a matrix: mean, variance, the quotient.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @layer_norm(%x: tensor<64x129xf32>) -> tensor<64x129xf32> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 129.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %rows = tensor.empty() : tensor<64xf32>
  %e = tensor.empty() : tensor<64x129xf32>
  %z = linalg.fill ins(%zero : f32) outs(%rows : tensor<64xf32>) -> tensor<64xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<64x129xf32>) outs(%z : tensor<64xf32>) dimensions = [1]
  %centred = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %sum : tensor<64x129xf32>, tensor<64xf32>) outs(%e : tensor<64x129xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %mean = arith.divf %s, %n : f32
    %d = arith.subf %a, %mean : f32
    linalg.yield %d : f32
  } -> tensor<64x129xf32>
  %squares = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%centred : tensor<64x129xf32>) outs(%z : tensor<64xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %p = arith.mulf %a, %a : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%centred, %squares : tensor<64x129xf32>, tensor<64xf32>) outs(%e : tensor<64x129xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %var = arith.divf %s, %n : f32
    %v = arith.addf %var, %eps : f32
    %inv = math.rsqrt %v : f32
    %q = arith.mulf %a, %inv : f32
    linalg.yield %q : f32
  } -> tensor<64x129xf32>
  return %r : tensor<64x129xf32>
}
