// RUN: tilec opt --fuse-elementwise %s
// The second part starts where the first ends: its loop is counted from there.
#id1 = affine_map<(i) -> (i)>
func.func @f(%x: tensor<3xindex>, %y: tensor<2xindex>, %e: tensor<5xindex>) -> tensor<5xindex> {
  %0 = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%y : tensor<2xindex>) outs(%y : tensor<2xindex>) {
  ^bb0(%v: index, %o: index):
    %n = arith.addi %v, %v : index
    linalg.yield %n : index
  } -> tensor<2xindex>
  %c = tensor.concat dim(0) %x, %0 : (tensor<3xindex>, tensor<2xindex>) -> tensor<5xindex>
  %1 = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%c : tensor<5xindex>) outs(%e : tensor<5xindex>) {
  ^bb0(%v: index, %w: index):
    %i = linalg.index 0 : index
    %s = arith.subi %v, %i : index
    linalg.yield %s : index
  } -> tensor<5xindex>
  return %1 : tensor<5xindex>
}
