// Softmax over the rows of a matrix, op by op.
func.func @softmax(%x: tensor<64x129xf32>) -> tensor<64x129xf32> {
  %ninf = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<64xf32>
  %e2 = tensor.empty() : tensor<64x129xf32>
  %f = linalg.fill ins(%ninf : f32) outs(%e1 : tensor<64xf32>) -> tensor<64xf32>
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<64x129xf32>) outs(%f : tensor<64xf32>) dimensions = [1]
  %b = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%x, %max : tensor<64x129xf32>, tensor<64xf32>) outs(%e2 : tensor<64x129xf32>) {
  ^bb0(%in: f32, %m: f32, %o: f32):
    %s = arith.subf %in, %m : f32
    %e = math.exp %s : f32
    linalg.yield %e : f32
  } -> tensor<64x129xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e1 : tensor<64xf32>) -> tensor<64xf32>
  %sum = linalg.reduce { arith.addf } ins(%b : tensor<64x129xf32>) outs(%z : tensor<64xf32>) dimensions = [1]
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%b, %sum : tensor<64x129xf32>, tensor<64xf32>) outs(%e2 : tensor<64x129xf32>) {
  ^bb0(%in: f32, %m: f32, %o: f32):
    %s = arith.divf %in, %m : f32
    linalg.yield %s : f32
  } -> tensor<64x129xf32>
  return %r : tensor<64x129xf32>
}
