module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<17x9xi32>, %b: tensor<9x12xi32>, %c: tensor<17x12xi32>) -> tensor<17x12xi32> {
    %0 = linalg.matmul ins(%a, %b : tensor<17x9xi32>, tensor<9x12xi32>) outs(%c : tensor<17x12xi32>) -> tensor<17x12xi32>
    return %0 : tensor<17x12xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %tl = transform.structured.tile_using_forall %m tile_sizes [4, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
