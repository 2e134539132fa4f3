// RUN: tilec opt --apply-schedule %s
// The index of a packed loop is that of the tile times its extent, and that inside.
module attributes {transform.with_named_sequence} {
  func.func @f(%o: tensor<10xindex>) -> tensor<10xindex> {
    %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%o : tensor<10xindex>) {
    ^bb0(%y: index):
      %i = linalg.index 0 : index
      linalg.yield %i : index
    } -> tensor<10xindex>
    return %0 : tensor<10xindex>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.structured.pack %m packed_sizes = [4] : (!transform.any_op) -> !transform.op<"linalg.generic">
    transform.yield
  }
}
