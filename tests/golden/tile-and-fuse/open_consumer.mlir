// RUN: tilec opt --tile-and-fuse=root=linalg.matmul,sizes=8,16 --canonicalize %s
// Of extents that are not known, tiles up to the extents of the init make it up; a consumer of each, and its reduction, follow in the loops.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
func.func @f(%a: tensor<?x6xi32>, %b: tensor<6x?xi32>, %z: tensor<?x?xi32>, %row: tensor<?xi32>, %o: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %p = linalg.matmul ins(%a, %b : tensor<?x6xi32>, tensor<6x?xi32>) outs(%z : tensor<?x?xi32>) -> tensor<?x?xi32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %row : tensor<?x?xi32>, tensor<?xi32>) outs(%o : tensor<?x?xi32>) {
  ^bb0(%x: i32, %y: i32, %w: i32):
    %v = arith.addi %x, %y : i32
    linalg.yield %v : i32
  } -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
