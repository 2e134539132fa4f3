// RUN: tilec opt --fuse-elementwise %s
// The producer's linalg.index becomes its loop as a function of the consumer's indices.
#id = affine_map<(d0, d1) -> (d0, d1)>
#tr = affine_map<(d0, d1) -> (d1, d0)>
func.func @f() -> tensor<8x4xindex> {
  %e = tensor.empty() : tensor<4x8xindex>
  %t = tensor.empty() : tensor<8x4xindex>
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<4x8xindex>) {
  ^bb0(%y0: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.constant 100 : index
    %m = arith.muli %i, %k : index
    %v = arith.addi %m, %j : index
    linalg.yield %v : index
  } -> tensor<4x8xindex>
  %1 = linalg.generic {indexing_maps = [#tr, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x8xindex>) outs(%t : tensor<8x4xindex>) {
  ^bb0(%x0: index, %y0: index):
    %i = linalg.index 0 : index
    %v = arith.subi %x0, %i : index
    linalg.yield %v : index
  } -> tensor<8x4xindex>
  return %1 : tensor<8x4xindex>
}
