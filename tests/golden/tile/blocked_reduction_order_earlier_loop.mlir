// RUN: tilec opt --tile=sizes=0,2 --remarks %s
// The rows of a matrix would be summed in halves.
func.func @f(%x: tensor<4x4xf32>, %o: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>], iterator_types = ["reduction", "reduction"]} ins(%x : tensor<4x4xf32>) outs(%o : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.mulf %out, %out : f32
    %s = arith.addf %in, %m : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}
