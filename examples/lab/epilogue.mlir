// A product with a fused epilogue: relu(x·w + bias). No extent is a multiple of a tile.
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @epilogue(%x: tensor<509x523xf32>, %w: tensor<523x517xf32>, %bias: tensor<517xf32>) -> tensor<509x517xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<509x517xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<509x517xf32>) -> tensor<509x517xf32>
  %p = linalg.matmul ins(%x, %w : tensor<509x523xf32>, tensor<523x517xf32>) outs(%z : tensor<509x517xf32>) -> tensor<509x517xf32>
  %r = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d1)>, #id], iterator_types = ["parallel", "parallel"]} ins(%p, %bias : tensor<509x517xf32>, tensor<517xf32>) outs(%e : tensor<509x517xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %s = arith.addf %a, %b : f32
    %m = arith.maximumf %s, %zero : f32
    linalg.yield %m : f32
  } -> tensor<509x517xf32>
  return %r : tensor<509x517xf32>
}
