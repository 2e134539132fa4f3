// RUN: tilec opt --fuse-elementwise --remarks %s
// The consumer reads another user, so it cannot stand in front of that.
func.func @f(%a: tensor<100x100xi32>, %b: tensor<100x100xi32>) -> tensor<100x100xi32> {
  %e = tensor.empty() : tensor<100x100xi32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<100x100xi32>) outs(%e : tensor<100x100xi32>) {
  ^bb0(%x: i32, %o: i32):
    %d = arith.divui %x, %x : i32
    linalg.yield %d : i32
  } -> tensor<100x100xi32>
  %m = linalg.matmul ins(%0, %b : tensor<100x100xi32>, tensor<100x100xi32>) outs(%b : tensor<100x100xi32>) -> tensor<100x100xi32>
  %1 = linalg.add ins(%0, %m : tensor<100x100xi32>, tensor<100x100xi32>) outs(%e : tensor<100x100xi32>) -> tensor<100x100xi32>
  return %1 : tensor<100x100xi32>
}
