// RUN: tilec stats --tile-and-fuse=root=linalg.matmul,sizes=8,8 --fuse-elementwise --canonicalize --bufferize --canonicalize %s
// What fuse-elementwise joined is in registers, what tile-and-fuse joined in a tile of the last size, at most.
func.func @f(%a: tensor<20x6xf32>, %b: tensor<6x33xf32>, %row: tensor<33xf32>) -> tensor<20x33xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<20x33xf32>
  %f = tensor.empty() : tensor<20x33xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<20x33xf32>) -> tensor<20x33xf32>
  %p = linalg.matmul ins(%a, %b : tensor<20x6xf32>, tensor<6x33xf32>) outs(%z : tensor<20x33xf32>) -> tensor<20x33xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %row : tensor<20x33xf32>, tensor<33xf32>) outs(%f : tensor<20x33xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %v = arith.addf %x, %y : f32
    linalg.yield %v : f32
  } -> tensor<20x33xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<20x33xf32>) outs(%f : tensor<20x33xf32>) {
  ^bb0(%x: f32, %o: f32):
    %v = arith.maximumf %x, %zero : f32
    linalg.yield %v : f32
  } -> tensor<20x33xf32>
  return %r : tensor<20x33xf32>
}
