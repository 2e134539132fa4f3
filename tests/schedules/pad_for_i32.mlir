module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<1x8x8x2xi32>, %k: tensor<3x3x2x4xi32>, %c: tensor<1x8x8x4xi32>) -> tensor<1x8x8x4xi32> {
    %z = arith.constant 0 : i32
    %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%i: index, %j: index, %m: index, %n: index):
      tensor.yield %z : i32
    } : tensor<1x8x8x2xi32> to tensor<1x10x10x2xi32>
    %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%p, %k : tensor<1x10x10x2xi32>, tensor<3x3x2x4xi32>) outs(%c : tensor<1x8x8x4xi32>) -> tensor<1x8x8x4xi32>
    return %0 : tensor<1x8x8x4xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %tl:2 = transform.structured.tile_using_for %m tile_sizes [0, 4, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
