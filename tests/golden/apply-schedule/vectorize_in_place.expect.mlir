module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: memref<8xf32>) {
    %c0 = arith.constant 0 : index
    %cst = arith.constant 0.000000e+00 : f32
    %0 = vector.transfer_read %arg0[%c0], %cst {in_bounds = [true]} : memref<8xf32>, vector<8xf32>
    %1 = arith.addf %0, %0 : vector<8xf32>
    vector.transfer_write %1, %arg0[%c0] {in_bounds = [true]} : vector<8xf32>, memref<8xf32>
    return
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match interface{LinalgOp} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 : !transform.any_op
    transform.yield 
  }
}

