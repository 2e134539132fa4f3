module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: memref<4xi32>, %arg1: index, %arg2: i32, %arg3: i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = arith.addi %arg2, %arg3 : i32
    scf.for %arg4 = %c0 to %arg1 step %c1 {
      %1 = arith.divsi %arg2, %arg3 : i32
      %2 = arith.muli %0, %1 : i32
      memref.store %2, %arg0[%arg4] : memref<4xi32>
    }
    return
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match ops{["scf.for"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.apply_licm to %0 : !transform.any_op
    transform.yield 
  }
}

