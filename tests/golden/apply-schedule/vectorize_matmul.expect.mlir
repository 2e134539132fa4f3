#map = affine_map<(d0, d1) -> (d0, 0)>
#map1 = affine_map<(d0, d1) -> (0, d1)>
module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: tensor<2x3xi32>, %arg1: tensor<3x8xi32>, %arg2: tensor<2x8xi32>) -> tensor<2x8xi32> {
    %c0 = arith.constant 0 : index
    %c0_i32 = arith.constant 0 : i32
    %0 = vector.transfer_read %arg2[%c0, %c0], %c0_i32 {in_bounds = [true, true]} : tensor<2x8xi32>, vector<2x8xi32>
    %1 = vector.transfer_read %arg0[%c0, %c0], %c0_i32 {in_bounds = [true, true], permutation_map = #map} : tensor<2x3xi32>, vector<2x8xi32>
    %2 = vector.transfer_read %arg1[%c0, %c0], %c0_i32 {in_bounds = [true, true], permutation_map = #map1} : tensor<3x8xi32>, vector<2x8xi32>
    %3 = arith.muli %1, %2 : vector<2x8xi32>
    %4 = arith.addi %0, %3 : vector<2x8xi32>
    %c1 = arith.constant 1 : index
    %5 = vector.transfer_read %arg0[%c0, %c1], %c0_i32 {in_bounds = [true, true], permutation_map = #map} : tensor<2x3xi32>, vector<2x8xi32>
    %6 = vector.transfer_read %arg1[%c1, %c0], %c0_i32 {in_bounds = [true, true], permutation_map = #map1} : tensor<3x8xi32>, vector<2x8xi32>
    %7 = arith.muli %5, %6 : vector<2x8xi32>
    %8 = arith.addi %4, %7 : vector<2x8xi32>
    %c2 = arith.constant 2 : index
    %9 = vector.transfer_read %arg0[%c0, %c2], %c0_i32 {in_bounds = [true, true], permutation_map = #map} : tensor<2x3xi32>, vector<2x8xi32>
    %10 = vector.transfer_read %arg1[%c2, %c0], %c0_i32 {in_bounds = [true, true], permutation_map = #map1} : tensor<3x8xi32>, vector<2x8xi32>
    %11 = arith.muli %9, %10 : vector<2x8xi32>
    %12 = arith.addi %8, %11 : vector<2x8xi32>
    %13 = vector.transfer_write %12, %arg2[%c0, %c0] {in_bounds = [true, true]} : vector<2x8xi32>, tensor<2x8xi32>
    return %13 : tensor<2x8xi32>
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match interface{LinalgOp} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %0 : !transform.any_op
    transform.yield 
  }
}

