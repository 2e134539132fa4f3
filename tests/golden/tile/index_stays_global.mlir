// RUN: tilec opt --tile=sizes=4 %s
// The offset of the tile is added to linalg.index.
#id = affine_map<(d0) -> (d0)>
func.func @f(%o: tensor<10xindex>) -> tensor<10xindex> {
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%o : tensor<10xindex>) {
  ^bb0(%out: index):
    %i = linalg.index 0 : index
    linalg.yield %i : index
  } -> tensor<10xindex>
  return %0 : tensor<10xindex>
}
