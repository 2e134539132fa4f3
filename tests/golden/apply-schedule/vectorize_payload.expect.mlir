#map = affine_map<(d0, d1) -> (d1, d0)>
module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: tensor<4x2xf32>, %arg1: f32, %arg2: f32, %arg3: tensor<2x4xf32>, %arg4: tensor<4x2xindex>) -> (tensor<2x4xf32>, tensor<4x2xindex>) {
    %c0 = arith.constant 0 : index
    %cst = arith.constant 0.000000e+00 : f32
    %0 = vector.transfer_read %arg3[%c0, %c0], %cst {in_bounds = [true, true]} : tensor<2x4xf32>, vector<2x4xf32>
    %1 = vector.transfer_read %arg0[%c0, %c0], %cst {in_bounds = [true, true], permutation_map = #map} : tensor<4x2xf32>, vector<2x4xf32>
    %2 = vector.broadcast %arg1 : f32 to vector<2x4xf32>
    %cst_0 = arith.constant dense<2.000000e+00> : vector<2x4xf32>
    %3 = arith.mulf %1, %cst_0 fastmath<nnan> : vector<2x4xf32>
    %4 = arith.addf %3, %2 : vector<2x4xf32>
    %5 = vector.broadcast %arg2 : f32 to vector<2x4xf32>
    %6 = arith.cmpf olt, %4, %5 : vector<2x4xf32>
    %7 = arith.select %6, %4, %0 : vector<2x4xi1>, vector<2x4xf32>
    %cst_1 = arith.constant dense<[[0, 1, 2, 3], [0, 1, 2, 3]]> : vector<2x4xindex>
    %8 = vector.transfer_write %7, %arg3[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, tensor<2x4xf32>
    %9 = vector.transfer_write %cst_1, %arg4[%c0, %c0] {in_bounds = [true, true], permutation_map = #map} : vector<2x4xindex>, tensor<4x2xindex>
    return %8, %9 : tensor<2x4xf32>, tensor<4x2xindex>
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match interface{LinalgOp} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 : !transform.any_op
    transform.yield 
  }
}

