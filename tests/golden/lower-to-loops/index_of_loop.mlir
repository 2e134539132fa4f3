// RUN: tilec opt --lower-to-loops %s
// linalg.index becomes the induction variable.
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @f(%o: memref<4x8xindex>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%o : memref<4x8xindex>) {
  ^bb0(%y0: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %v = arith.addi %i, %j : index
    linalg.yield %v : index
  }
  return
}
