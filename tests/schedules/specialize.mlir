module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x5xi8>, %b: tensor<5x6xi8>, %o: tensor<4x6xi32>, %x: tensor<4x6xf32>, %y: tensor<6x4xf32>, %v: tensor<6xf32>, %z: f32) -> (tensor<4x6xi32>, tensor<4x6xf32>, tensor<6x4xf32>, tensor<4x6xf32>) {
    %0 = linalg.matmul ins(%a, %b : tensor<4x5xi8>, tensor<5x6xi8>) outs(%o : tensor<4x6xi32>) -> tensor<4x6xi32>
    %1 = linalg.exp ins(%x : tensor<4x6xf32>) outs(%x : tensor<4x6xf32>) -> tensor<4x6xf32>
    %2 = linalg.fill ins(%z : f32) outs(%x : tensor<4x6xf32>) -> tensor<4x6xf32>
    %3 = linalg.div ins(%1, %2 : tensor<4x6xf32>, tensor<4x6xf32>) outs(%x : tensor<4x6xf32>) -> tensor<4x6xf32>
    %4 = linalg.transpose ins(%3 : tensor<4x6xf32>) outs(%y : tensor<6x4xf32>) permutation = [1, 0]
    %5 = linalg.broadcast ins(%v : tensor<6xf32>) outs(%x : tensor<4x6xf32>) dimensions = [0]
    return %0, %3, %4, %5 : tensor<4x6xi32>, tensor<4x6xf32>, tensor<6x4xf32>, tensor<4x6xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    %g = transform.structured.generalize %m : (!transform.any_op) -> !transform.any_op
    %s = transform.structured.specialize %g : (!transform.any_op) -> !transform.any_op
    %e = transform.structured.match ops{["linalg.div"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %tl = transform.structured.tile_using_for %e tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
