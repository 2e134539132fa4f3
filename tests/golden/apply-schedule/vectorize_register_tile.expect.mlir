#map = affine_map<(d0, d1) -> (d0, 0)>
#map1 = affine_map<(d0, d1) -> (0, d1)>
#map2 = affine_map<(d0) -> (d0 + 1)>
module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: tensor<8x6xi32>, %arg1: tensor<6x4xi32>, %arg2: tensor<8x4xi32>, %arg3: tensor<8x4xi32>) -> tensor<8x4xi32> {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c4 = arith.constant 4 : index
    %cst = arith.constant dense<0> : vector<4x4xi32>
    %c6 = arith.constant 6 : index
    %c2 = arith.constant 2 : index
    %c0_i32 = arith.constant 0 : i32
    %0 = scf.for %arg4 = %c0 to %c8 step %c4 iter_args(%arg5 = %arg3) -> (tensor<8x4xi32>) {
      %1 = scf.for %arg6 = %c0 to %c6 step %c2 iter_args(%arg7 = %cst) -> (vector<4x4xi32>) {
        %5 = vector.transfer_read %arg0[%arg4, %arg6], %c0_i32 {in_bounds = [true, true], permutation_map = #map} : tensor<8x6xi32>, vector<4x4xi32>
        %6 = vector.transfer_read %arg1[%arg6, %c0], %c0_i32 {in_bounds = [true, true], permutation_map = #map1} : tensor<6x4xi32>, vector<4x4xi32>
        %7 = arith.muli %5, %6 : vector<4x4xi32>
        %8 = arith.addi %arg7, %7 : vector<4x4xi32>
        %9 = affine.apply #map2(%arg6)
        %10 = vector.transfer_read %arg0[%arg4, %9], %c0_i32 {in_bounds = [true, true], permutation_map = #map} : tensor<8x6xi32>, vector<4x4xi32>
        %11 = vector.transfer_read %arg1[%9, %c0], %c0_i32 {in_bounds = [true, true], permutation_map = #map1} : tensor<6x4xi32>, vector<4x4xi32>
        %12 = arith.muli %10, %11 : vector<4x4xi32>
        %13 = arith.addi %8, %12 : vector<4x4xi32>
        scf.yield %13 : vector<4x4xi32>
      }
      %2 = vector.transfer_read %arg2[%arg4, %c0], %c0_i32 {in_bounds = [true, true]} : tensor<8x4xi32>, vector<4x4xi32>
      %3 = arith.addi %1, %2 : vector<4x4xi32>
      %4 = vector.transfer_write %3, %arg5[%arg4, %c0] {in_bounds = [true, true]} : vector<4x4xi32>, tensor<8x4xi32>
      scf.yield %4 : tensor<8x4xi32>
    }
    return %0 : tensor<8x4xi32>
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.add"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %transformed, %loops = transform.structured.fuse %0 tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %1 = transform.structured.match ops{["linalg.matmul"]} in %loops : (!transform.any_op) -> !transform.any_op
    %tiled_linalg_op, %loops_0 = transform.structured.tile_using_for %1 tile_sizes [0, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %2 = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %3 = transform.structured.vectorize_children_and_apply_patterns %2 : (!transform.any_op) -> !transform.any_op
    %4 = transform.structured.hoist_redundant_vector_transfers %3 : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %4 {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.yield 
  }
}

