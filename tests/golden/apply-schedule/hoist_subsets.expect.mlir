module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: tensor<8xi32>, %arg1: index, %arg2: tensor<4xi32>) -> tensor<8xi32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %extracted_slice = tensor.extract_slice %arg0[2] [4] [1] : tensor<8xi32> to tensor<4xi32>
    %0 = scf.for %arg3 = %c0 to %arg1 step %c1 iter_args(%arg4 = %extracted_slice) -> (tensor<4xi32>) {
      %1 = linalg.add ins(%arg4, %arg2 : tensor<4xi32>, tensor<4xi32>) outs(%arg4 : tensor<4xi32>) -> tensor<4xi32>
      scf.yield %1 : tensor<4xi32>
    } {still_valid}
    %inserted_slice = tensor.insert_slice %0 into %arg0[2] [4] [1] : tensor<4xi32> into tensor<8xi32>
    return %inserted_slice : tensor<8xi32>
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match ops{["scf.for"]} in %arg0 : (!transform.any_op) -> !transform.op<"scf.for">
    transform.loop.hoist_loop_invariant_subsets %0 : !transform.op<"scf.for">
    transform.annotate %0 "still_valid" : !transform.op<"scf.for">
    transform.yield 
  }
}

