// RUN: tilec opt --apply-schedule %s
// A tile of both would hide that the operands have not the same number of rows.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<?x9xi32>, %k: tensor<?x9xi32>, %o: tensor<?x9xi32>) -> tensor<?x9xi32> {
    %0 = linalg.add ins(%a, %k : tensor<?x9xi32>, tensor<?x9xi32>) outs(%o : tensor<?x9xi32>) -> tensor<?x9xi32>
    return %0 : tensor<?x9xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.structured.pack %m packed_sizes = [4, 0] : (!transform.any_op) -> !transform.op<"linalg.generic">
    transform.yield
  }
}
