module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<16x9xi32>, %b: tensor<9x12xi32>, %c: tensor<16x12xi32>) -> tensor<16x12xi32> {
    %z = arith.constant 0 : i32
    %e = tensor.empty() : tensor<16x12xi32>
    %0 = linalg.fill ins(%z : i32) outs(%e : tensor<16x12xi32>) -> tensor<16x12xi32>
    %1 = linalg.matmul ins(%a, %b : tensor<16x9xi32>, tensor<9x12xi32>) outs(%0 : tensor<16x12xi32>) -> tensor<16x12xi32>
    %2 = linalg.add ins(%1, %c : tensor<16x12xi32>, tensor<16x12xi32>) outs(%e : tensor<16x12xi32>) -> tensor<16x12xi32>
    return %2 : tensor<16x12xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %x = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %y = transform.structured.match ops{["linalg.fill"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %tl = transform.structured.tile_using_forall %m tile_sizes [5, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %f1, %n1 = transform.structured.fuse_into_containing_op %x into %tl : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    %f2, %n2 = transform.structured.fuse_into_containing_op %y into %n1 : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
