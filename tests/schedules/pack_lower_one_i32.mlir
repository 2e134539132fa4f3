module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<7x3xi32>, %o: tensor<1x1x8x4xi32>, %u: tensor<7x3xi32>) -> (tensor<1x1x8x4xi32>, tensor<7x3xi32>) {
    %z = arith.constant 0 : i32
    %0 = linalg.pack %a padding_value(%z : i32) inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %o : tensor<7x3xi32> -> tensor<1x1x8x4xi32>
    %1 = linalg.unpack %0 inner_dims_pos = [0, 1] inner_tiles = [8, 4] into %u : tensor<1x1x8x4xi32> -> tensor<7x3xi32>
    return %0, %1 : tensor<1x1x8x4xi32>, tensor<7x3xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %packs0 = transform.structured.match ops{["linalg.pack"]} in %root : (!transform.any_op) -> !transform.any_op
    %packs = transform.cast %packs0 : !transform.any_op to !transform.op<"linalg.pack">
    %lp, %le, %lt = transform.structured.lower_pack %packs : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    %unpacks0 = transform.structured.match ops{["linalg.unpack"]} in %root : (!transform.any_op) -> !transform.any_op
    %unpacks = transform.cast %unpacks0 : !transform.any_op to !transform.op<"linalg.unpack">
    %ue, %ut, %uc, %us = transform.structured.lower_unpack %unpacks : (!transform.op<"linalg.unpack">) -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
    transform.yield
  }
}
