// RUN: tilec opt --tile-and-fuse=sizes=1 --canonicalize %s
// Both the sum and the quotient read a row of the exponentials: it is computed once.
func.func @f(%x: tensor<4x8xf64>, %z: tensor<4xf64>) -> tensor<4x8xf64> {
  %e = tensor.empty() : tensor<4x8xf64>
  %0 = linalg.exp ins(%x : tensor<4x8xf64>) outs(%e : tensor<4x8xf64>) -> tensor<4x8xf64>
  %1 = linalg.reduce { arith.addf } ins(%0 : tensor<4x8xf64>) outs(%z : tensor<4xf64>) dimensions = [1]
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%0, %1 : tensor<4x8xf64>, tensor<4xf64>) outs(%e : tensor<4x8xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %q = arith.divf %a, %b : f64
    linalg.yield %q : f64
  } -> tensor<4x8xf64>
  return %2 : tensor<4x8xf64>
}
