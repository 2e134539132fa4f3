// RUN: tilec opt --apply-schedule %s
// Tiles whose size is only known at run time have no place in a type.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<?x?xf32>, %o: tensor<?x?x?xf32>, %n: index) -> tensor<?x?x?xf32> {
    %z = arith.constant 0.0 : f32
    %0 = linalg.pack %a padding_value(%z : f32) inner_dims_pos = [0] inner_tiles = [%n] into %o : tensor<?x?xf32> -> tensor<?x?x?xf32>
    return %0 : tensor<?x?x?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %p0 = transform.structured.match ops{["linalg.pack"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.cast %p0 : !transform.any_op to !transform.op<"linalg.pack">
    %lp, %le, %lt = transform.structured.lower_pack %p : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    transform.yield
  }
}
