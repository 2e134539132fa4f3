// RUN: tilec opt --apply-schedule --canonicalize %s
// As many tiles in parallel as the extent takes, rounded up, make up all of the tensor, whose size is that of an empty one.
module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<?xf32>, %o: tensor<?xf32>) -> tensor<?xf32> {
    %c0 = arith.constant 0 : index
    %n = tensor.dim %x, %c0 : tensor<?xf32>
    %e = tensor.empty(%n) : tensor<?xf32>
    %0 = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    %1 = linalg.negf ins(%0 : tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
    return %1 : tensor<?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %e = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %n = transform.structured.match ops{["linalg.negf"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_forall %e tile_sizes [8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %c, %loop = transform.test.fuse_consumer %n into (%l) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
