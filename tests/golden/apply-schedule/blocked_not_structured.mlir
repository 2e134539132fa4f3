// RUN: tilec opt --apply-schedule %s
// Only structured ops on tensors are padded and packed.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<4x4xi32>, %o: memref<4x4xi32>) {
    linalg.add ins(%a, %a : memref<4x4xi32>, memref<4x4xi32>) outs(%o : memref<4x4xi32>)
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.add"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.structured.pack %m packed_sizes = [2, 2] : (!transform.any_op) -> !transform.op<"linalg.generic">
    transform.yield
  }
}
