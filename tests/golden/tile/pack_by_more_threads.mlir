// RUN: tilec opt --transform-interpreter %s
// A thread without work packs nothing from the end of the source on, not from behind it.
func.func @f(%x: tensor<7xf32>, %o: tensor<1x8xf32>, %c: f32) -> tensor<1x8xf32> {
  %0 = linalg.pack %x padding_value(%c : f32) inner_dims_pos = [0] inner_tiles = [8] into %o : tensor<7xf32> -> tensor<1x8xf32>
  return %0 : tensor<1x8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.pack"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_forall %op num_threads [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
