module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<16x9xf32>, %b: tensor<9x12xf32>, %c: tensor<16x12xf32>) -> tensor<16x12xf32> {
    %z = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<16x12xf32>
    %0 = linalg.fill ins(%z : f32) outs(%e : tensor<16x12xf32>) -> tensor<16x12xf32>
    %1 = linalg.matmul ins(%a, %b : tensor<16x9xf32>, tensor<9x12xf32>) outs(%0 : tensor<16x12xf32>) -> tensor<16x12xf32>
    %2 = linalg.add ins(%1, %c : tensor<16x12xf32>, tensor<16x12xf32>) outs(%e : tensor<16x12xf32>) -> tensor<16x12xf32>
    return %2 : tensor<16x12xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %tl:2 = transform.structured.fuse %m tile_sizes [8, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
