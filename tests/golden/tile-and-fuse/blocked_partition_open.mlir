// RUN: tilec opt --apply-schedule %s
// The loop goes up to the extent of what it reads; nothing says that what it puts together is not longer.
module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<?xf32>, %o: tensor<?xf32>, %p: tensor<?xf32>) -> tensor<?xf32> {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %n = tensor.dim %x, %c0 : tensor<?xf32>
    %0 = scf.for %i = %c0 to %n step %c4 iter_args(%acc = %o) -> (tensor<?xf32>) {
      %s = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 4)>(%i)[%n]
      %a = tensor.extract_slice %x[%i] [%s] [1] : tensor<?xf32> to tensor<?xf32>
      %b = tensor.insert_slice %a into %acc[%i] [%s] [1] : tensor<?xf32> into tensor<?xf32>
      scf.yield %b : tensor<?xf32>
    }
    %1 = linalg.exp ins(%0 : tensor<?xf32>) outs(%p : tensor<?xf32>) -> tensor<?xf32>
    return %1 : tensor<?xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %e = transform.structured.match ops{["linalg.exp"]} in %root : (!transform.any_op) -> !transform.any_op
    %l = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %c, %loop = transform.test.fuse_consumer %e into (%l) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
