module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: index, %arg1: f32) -> tensor<?x4xf32> {
    %0 = bufferization.alloc_tensor(%arg0) : tensor<?x4xf32>
    %1 = linalg.fill ins(%arg1 : f32) outs(%0 : tensor<?x4xf32>) -> tensor<?x4xf32>
    return %1 : tensor<?x4xf32>
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match ops{["tensor.empty"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %1 = transform.cast %0 : !transform.any_op to !transform.op<"tensor.empty">
    %2 = transform.bufferization.empty_tensor_to_alloc_tensor %1 : (!transform.op<"tensor.empty">) -> !transform.op<"bufferization.alloc_tensor">
    transform.yield 
  }
}

