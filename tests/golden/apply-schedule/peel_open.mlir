// RUN: tilec opt --transform-interpreter %s
// A loop that does not run stays two that do not: the remainder starts at the lower bound at least.
module attributes {transform.with_named_sequence} {
  func.func @f(%m: memref<64xindex>, %n: index) {
    %lb = arith.constant 3 : index
    %st = arith.constant 4 : index
    scf.for %i = %lb to %n step %st {
      %d = affine.min affine_map<(i)[n] -> (4, n - i)>(%i)[%n]
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
