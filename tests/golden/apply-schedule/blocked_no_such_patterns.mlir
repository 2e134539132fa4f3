// RUN: tilec opt --apply-schedule --remarks %s
// A set of patterns that there is not does nothing, and a remark says so.
module attributes {transform.with_named_sequence} {
  func.func @f(%m: memref<64xindex>, %n: index) {
    %lb = arith.constant 0 : index
    %ub = arith.constant 12 : index
    %st = arith.constant 4 : index
    scf.for %i = %lb to %ub step %st {
      %d = affine.min affine_map<(i)[n] -> (4, n - i)>(%i)[%ub]
      memref.store %d, %m[%i] : memref<64xindex>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    transform.apply_patterns to %root {
      transform.apply_patterns.canonicalization
      transform.apply_patterns.vector.sink_ops
    } : !transform.any_op
    transform.yield
  }
}
