// RUN: tilec opt --fuse-elementwise %s
// The producer's loop is the consumer's plus 2.
#id = affine_map<(d0) -> (d0)>
#shift = affine_map<(d0) -> (d0 + 2)>
func.func @f(%a: tensor<10xindex>) -> tensor<8xindex> {
  %e = tensor.empty() : tensor<10xindex>
  %n = tensor.empty() : tensor<8xindex>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<10xindex>) outs(%e : tensor<10xindex>) {
  ^bb0(%x0: index, %y0: index):
    %i = linalg.index 0 : index
    %v = arith.addi %x0, %i : index
    linalg.yield %v : index
  } -> tensor<10xindex>
  %1 = linalg.generic {indexing_maps = [#shift, #id], iterator_types = ["parallel"]}
      ins(%0 : tensor<10xindex>) outs(%n : tensor<8xindex>) {
  ^bb0(%x0: index, %y0: index):
    linalg.yield %x0 : index
  } -> tensor<8xindex>
  return %1 : tensor<8xindex>
}
