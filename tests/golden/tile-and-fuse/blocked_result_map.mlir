// RUN: tilec opt --tile-and-fuse=sizes=2,fuse=producers --remarks %s
// The producer writes where two of its loops meet: which iterations make a slice is not known.
func.func @f(%x: tensor<4x4xi32>, %w: tensor<7xi32>, %o: tensor<7xi32>) -> tensor<7xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0 + d1)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x4xi32>) outs(%w : tensor<7xi32>) {
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    linalg.yield %s : i32
  } -> tensor<7xi32>
  %1 = linalg.copy ins(%0 : tensor<7xi32>) outs(%o : tensor<7xi32>) -> tensor<7xi32>
  return %1 : tensor<7xi32>
}
