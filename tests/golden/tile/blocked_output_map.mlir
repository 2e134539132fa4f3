// RUN: tilec opt --tile=sizes=2,2 --remarks %s
// Two tiles would write the same element of the output.
func.func @f(%x: tensor<4x4xf32>, %o: tensor<7xf32>) -> tensor<7xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0 + d1)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x4xf32>) outs(%o : tensor<7xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %out : f32
    linalg.yield %s : f32
  } -> tensor<7xf32>
  return %0 : tensor<7xf32>
}
