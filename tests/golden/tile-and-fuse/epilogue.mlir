// RUN: tilec opt --tile-and-fuse=sizes=8,16,root=linalg.matmul --canonicalize --remarks %s
// The zeros that the product starts from and the sum that reads it are computed tile by tile; the product itself is a tile only.
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @f(%a: tensor<20x6xi32>, %b: tensor<6x33xi32>, %bias: tensor<33xi32>) -> tensor<20x33xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<20x33xi32>
  %z = linalg.fill ins(%zero : i32) outs(%e : tensor<20x33xi32>) -> tensor<20x33xi32>
  %m = linalg.matmul ins(%a, %b : tensor<20x6xi32>, tensor<6x33xi32>) outs(%z : tensor<20x33xi32>) -> tensor<20x33xi32>
  %r = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d1)>, #id], iterator_types = ["parallel", "parallel"]} ins(%m, %bias : tensor<20x33xi32>, tensor<33xi32>) outs(%e : tensor<20x33xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %s = arith.addi %x, %y : i32
    linalg.yield %s : i32
  } -> tensor<20x33xi32>
  return %r : tensor<20x33xi32>
}
