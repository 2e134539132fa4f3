module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: tensor<4x4xi32>, %arg1: tensor<4x4xi32>, %arg2: tensor<4x4xi32>) -> tensor<4x4xi32> {
    %0 = linalg.matmul {after} ins(%arg0, %arg1 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%arg2 : tensor<4x4xi32>) -> tensor<4x4xi32>
    return %0 : tensor<4x4xi32>
  }
  transform.named_sequence @sub(%arg0: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %1:2 = transform.split_handle %0 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.annotate %1#0 "never" : !transform.any_op
    transform.annotate %0 "after" : !transform.any_op
    transform.yield 
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    transform.include @sub failures(suppress) (%arg0) : (!transform.any_op) -> ()
    transform.yield 
  }
}

