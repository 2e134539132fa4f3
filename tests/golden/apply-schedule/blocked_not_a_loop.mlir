// RUN: tilec opt --apply-schedule %s
// A function is no loop.
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
    %l = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll %l {factor = 2} : !transform.any_op
    transform.yield
  }
}
