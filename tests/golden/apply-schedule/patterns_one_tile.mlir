// RUN: tilec opt --apply-schedule %s
// A pack of one tile pads and transposes it; an unpack of one transposes it back and cuts the padding off.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<5x2xf32>, %o: tensor<1x1x2x8xf32>) -> tensor<5x2xf32> {
    %z = arith.constant 0.0 : f32
    %0 = linalg.pack %a padding_value(%z : f32) inner_dims_pos = [1, 0] inner_tiles = [2, 8] into %o : tensor<5x2xf32> -> tensor<1x1x2x8xf32>
    %1 = linalg.unpack %0 inner_dims_pos = [1, 0] inner_tiles = [2, 8] into %a : tensor<1x1x2x8xf32> -> tensor<5x2xf32>
    return %1 : tensor<5x2xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %func = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %func {
      transform.apply_patterns.linalg.decompose_pack_unpack
    } : !transform.any_op
    transform.yield
  }
}
