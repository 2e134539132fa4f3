// RUN: tilec opt --fuse-elementwise --remarks %s
// The position of the maximum is not used: its result goes, and with it its fill.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @f(%a: tensor<4x8xf32>, %m: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : i64
  %e = tensor.empty() : tensor<4xi64>
  %n = linalg.fill ins(%c0 : i64) outs(%e : tensor<4xi64>) -> tensor<4xi64>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xf32>) outs(%m, %n : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%x: f32, %best: f32, %at: i64):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i64
    %v = arith.maximumf %x, %best : f32
    %c = arith.cmpf ogt, %x, %best : f32
    %w = arith.select %c, %k, %at : i64
    linalg.yield %v, %w : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#0 : tensor<4xf32>
}
