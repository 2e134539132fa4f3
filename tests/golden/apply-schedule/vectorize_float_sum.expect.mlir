#map = affine_map<(d0, d1) -> (d0, 0)>
#map1 = affine_map<(d0, d1) -> (0, d1)>
module attributes {tilec.numerics = "pinned", transform.with_named_sequence} {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<3x8xf32>, %arg2: tensor<2x8xf32>) -> tensor<2x8xf32> {
    %c0 = arith.constant 0 : index
    %cst = arith.constant 0.000000e+00 : f32
    %0 = vector.transfer_read %arg2[%c0, %c0], %cst {in_bounds = [true, true]} : tensor<2x8xf32>, vector<2x8xf32>
    %1 = vector.transfer_read %arg0[%c0, %c0], %cst {in_bounds = [true, true], permutation_map = #map} : tensor<2x3xf32>, vector<2x8xf32>
    %2 = vector.transfer_read %arg1[%c0, %c0], %cst {in_bounds = [true, true], permutation_map = #map1} : tensor<3x8xf32>, vector<2x8xf32>
    %3 = math.fma %1, %2, %0 : vector<2x8xf32>
    %c1 = arith.constant 1 : index
    %4 = vector.transfer_read %arg0[%c0, %c1], %cst {in_bounds = [true, true], permutation_map = #map} : tensor<2x3xf32>, vector<2x8xf32>
    %5 = vector.transfer_read %arg1[%c1, %c0], %cst {in_bounds = [true, true], permutation_map = #map1} : tensor<3x8xf32>, vector<2x8xf32>
    %6 = math.fma %4, %5, %3 : vector<2x8xf32>
    %c2 = arith.constant 2 : index
    %7 = vector.transfer_read %arg0[%c0, %c2], %cst {in_bounds = [true, true], permutation_map = #map} : tensor<2x3xf32>, vector<2x8xf32>
    %8 = vector.transfer_read %arg1[%c2, %c0], %cst {in_bounds = [true, true], permutation_map = #map1} : tensor<3x8xf32>, vector<2x8xf32>
    %9 = math.fma %7, %8, %6 : vector<2x8xf32>
    %10 = vector.transfer_write %9, %arg2[%c0, %c0] {in_bounds = [true, true]} : vector<2x8xf32>, tensor<2x8xf32>
    return %10 : tensor<2x8xf32>
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match interface{LinalgOp} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 : !transform.any_op
    transform.yield 
  }
}

