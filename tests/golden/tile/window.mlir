// RUN: tilec opt --tile=sizes=3 %s
// A tile of 3 reads 2·(3 - 1) + 1·(2 - 1) + 1 = 6 elements, from 2·iv on; the constant in the map is not added twice.
func.func @f(%x: tensor<21xi32>, %k: tensor<2xi32>, %o: tensor<10xi32>) -> tensor<10xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 * 2 + d1 + 1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%x, %k : tensor<21xi32>, tensor<2xi32>) outs(%o : tensor<10xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %p = arith.muli %a, %b : i32
    %s = arith.addi %out, %p : i32
    linalg.yield %s : i32
  } -> tensor<10xi32>
  return %0 : tensor<10xi32>
}
