// RUN: tilec opt --tile=sizes=4 %s
// Tiles of 4 start where d0 mod 2 is 0, so the remainders are those of the first tile, and quotients follow each other.
func.func @f(%x: tensor<2xi32>, %y: tensor<5xi32>, %o: tensor<10xi32>) -> tensor<10xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0 mod 2)>, affine_map<(d0) -> (d0 floordiv 2)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x, %y : tensor<2xi32>, tensor<5xi32>) outs(%o : tensor<10xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %s = arith.addi %a, %b : i32
    linalg.yield %s : i32
  } -> tensor<10xi32>
  return %0 : tensor<10xi32>
}
