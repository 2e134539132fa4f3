// RUN: tilec opt --apply-schedule %s
// A pack pads, splits dimensions and moves them; an unpack moves them back, joins them, and cuts off the padding.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<24x13xf32>, %o: tensor<4x3x8x4xf32>, %u: tensor<24x13xf32>) -> (tensor<4x3x8x4xf32>, tensor<24x13xf32>) {
    %z = arith.constant 0.0 : f32
    %0 = linalg.pack %a padding_value(%z : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %o : tensor<24x13xf32> -> tensor<4x3x8x4xf32>
    %1 = linalg.unpack %0 outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %u : tensor<4x3x8x4xf32> -> tensor<24x13xf32>
    return %0, %1 : tensor<4x3x8x4xf32>, tensor<24x13xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %p0 = transform.structured.match ops{["linalg.pack"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.cast %p0 : !transform.any_op to !transform.op<"linalg.pack">
    %lp, %le, %lt = transform.structured.lower_pack %p : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    %u0 = transform.structured.match ops{["linalg.unpack"]} in %root : (!transform.any_op) -> !transform.any_op
    %u = transform.cast %u0 : !transform.any_op to !transform.op<"linalg.unpack">
    %ue, %ut, %uc, %us = transform.structured.lower_unpack %u : (!transform.op<"linalg.unpack">) -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
    transform.yield
  }
}
