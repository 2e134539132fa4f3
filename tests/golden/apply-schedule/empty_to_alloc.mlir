// RUN: tilec opt --apply-schedule %s
// An empty tensor gets an allocation of its own.
module attributes {transform.with_named_sequence} {
  func.func @f(%n: index, %v: f32) -> tensor<?x4xf32> {
    %0 = tensor.empty(%n) : tensor<?x4xf32>
    %1 = linalg.fill ins(%v : f32) outs(%0 : tensor<?x4xf32>) -> tensor<?x4xf32>
    return %1 : tensor<?x4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["tensor.empty"]} in %root : (!transform.any_op) -> !transform.any_op
    %c = transform.cast %m : !transform.any_op to !transform.op<"tensor.empty">
    %a = transform.bufferization.empty_tensor_to_alloc_tensor %c : (!transform.op<"tensor.empty">) -> !transform.op<"bufferization.alloc_tensor">
    transform.yield
  }
}
