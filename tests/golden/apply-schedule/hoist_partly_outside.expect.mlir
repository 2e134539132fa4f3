module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: tensor<6xi32>) -> (tensor<6xi32>, i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c7_i32 = arith.constant 7 : i32
    %0:2 = scf.for %arg1 = %c0 to %c4 step %c1 iter_args(%arg2 = %arg0, %arg3 = %c7_i32) -> (tensor<6xi32>, i32) {
      %1 = vector.transfer_read %arg2[%c4], %c7_i32 : tensor<6xi32>, vector<4xi32>
      %2 = arith.addi %1, %1 : vector<4xi32>
      %3 = vector.extract %2[3] : i32 from vector<4xi32>
      %4 = arith.addi %arg3, %3 : i32
      %5 = vector.transfer_write %2, %arg2[%c4] : vector<4xi32>, tensor<6xi32>
      scf.yield %5, %4 : tensor<6xi32>, i32
    }
    return %0#0, %0#1 : tensor<6xi32>, i32
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.hoist_redundant_vector_transfers %0 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

