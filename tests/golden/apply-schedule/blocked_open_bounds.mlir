// RUN: tilec opt --apply-schedule %s
// Without the step nobody knows where the last whole one ends.
module attributes {transform.with_named_sequence} {
  func.func @f(%m: memref<64xindex>, %n: index) {
    %lb = arith.constant 0 : index
    %ub = arith.constant 12 : index
    scf.for %i = %lb to %ub step %n {
      %d = affine.min affine_map<(i)[n] -> (4, n - i)>(%i)[%ub]
      memref.store %d, %m[%i] : memref<64xindex>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %l = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.op<"scf.for">
    %a, %b = transform.loop.peel %l : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
