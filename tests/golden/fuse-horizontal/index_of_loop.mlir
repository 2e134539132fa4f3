// RUN: tilec opt --fuse-horizontal --remarks %s
// The loops are the same, so an index stays what it is.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @f(%x: tensor<4x8xi32>, %i: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xi32>) outs(%i : tensor<4xi32>) {
  ^bb0(%a: i32, %o: i32):
    %v = arith.addi %o, %a : i32
    linalg.yield %v : i32
  } -> tensor<4xi32>
  %1 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x8xi32>) outs(%i : tensor<4xi32>) {
  ^bb0(%a: i32, %o: i32):
    %n = linalg.index 1 : index
    %c = arith.index_cast %n : index to i32
    %m = arith.muli %c, %a : i32
    %v = arith.addi %o, %m : i32
    linalg.yield %v : i32
  } -> tensor<4xi32>
  return %0, %1 : tensor<4xi32>, tensor<4xi32>
}
