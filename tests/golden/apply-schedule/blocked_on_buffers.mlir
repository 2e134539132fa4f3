// RUN: tilec opt --apply-schedule %s
// A softmax on buffers has no place for what it computes in between.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<4x8xf32>, %o: memref<4x8xf32>) {
    linalg.softmax dimension(1) ins(%a : memref<4x8xf32>) outs(%o : memref<4x8xf32>)
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.softmax"]} in %root : (!transform.any_op) -> !transform.any_op
    %d = transform.structured.decompose_interface %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
