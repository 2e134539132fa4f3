#map = affine_map<(d0) -> (-d0 + 11, 4)>
#map1 = affine_map<(d0) -> (-d0 + 13, 5)>
#map2 = affine_map<(d0) -> (-d0 + 4)>
#map3 = affine_map<(d0) -> (-d0 + 5)>
module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: tensor<11x9xi32>, %arg1: tensor<9x13xi32>, %arg2: tensor<11x13xi32>) -> tensor<11x13xi32> {
    %c0 = arith.constant 0 : index
    %c11 = arith.constant 11 : index
    %c4 = arith.constant 4 : index
    %c0_0 = arith.constant 0 : index
    %c13 = arith.constant 13 : index
    %c5 = arith.constant 5 : index
    %c0_1 = arith.constant 0 : index
    %c9 = arith.constant 9 : index
    %c3 = arith.constant 3 : index
    %0 = scf.for %arg3 = %c0 to %c11 step %c4 iter_args(%arg4 = %arg2) -> (tensor<11x13xi32>) {
      %1 = scf.for %arg5 = %c0_0 to %c13 step %c5 iter_args(%arg6 = %arg4) -> (tensor<11x13xi32>) {
        %2 = scf.for %arg7 = %c0_1 to %c9 step %c3 iter_args(%arg8 = %arg6) -> (tensor<11x13xi32>) {
          %3 = affine.min #map(%arg3)
          %4 = affine.min #map1(%arg5)
          %extracted_slice = tensor.extract_slice %arg0[%arg3, %arg7] [%3, 3] [1, 1] : tensor<11x9xi32> to tensor<?x3xi32>
          %extracted_slice_2 = tensor.extract_slice %arg1[%arg7, %arg5] [3, %4] [1, 1] : tensor<9x13xi32> to tensor<3x?xi32>
          %extracted_slice_3 = tensor.extract_slice %arg8[%arg3, %arg5] [%3, %4] [1, 1] : tensor<11x13xi32> to tensor<?x?xi32>
          %5 = affine.apply #map2(%3)
          %c0_i32 = arith.constant 0 : i32
          %padded = tensor.pad %extracted_slice low[0, 0] high[%5, 0] {
          ^bb0(%arg9: index, %arg10: index):
            tensor.yield %c0_i32 : i32
          } : tensor<?x3xi32> to tensor<4x3xi32>
          %6 = affine.apply #map3(%4)
          %c0_i32_4 = arith.constant 0 : i32
          %padded_5 = tensor.pad %extracted_slice_2 low[0, 0] high[0, %6] {
          ^bb0(%arg9: index, %arg10: index):
            tensor.yield %c0_i32_4 : i32
          } : tensor<3x?xi32> to tensor<3x5xi32>
          %7 = affine.apply #map2(%3)
          %8 = affine.apply #map3(%4)
          %c0_i32_6 = arith.constant 0 : i32
          %padded_7 = tensor.pad %extracted_slice_3 low[0, 0] high[%7, %8] {
          ^bb0(%arg9: index, %arg10: index):
            tensor.yield %c0_i32_6 : i32
          } : tensor<?x?xi32> to tensor<4x5xi32>
          %9 = linalg.matmul ins(%padded, %padded_5 : tensor<4x3xi32>, tensor<3x5xi32>) outs(%padded_7 : tensor<4x5xi32>) -> tensor<4x5xi32>
          %extracted_slice_8 = tensor.extract_slice %9[0, 0] [%3, %4] [1, 1] : tensor<4x5xi32> to tensor<?x?xi32>
          %10 = bufferization.materialize_in_destination %extracted_slice_8 in %extracted_slice_3 : (tensor<?x?xi32>, tensor<?x?xi32>) -> tensor<?x?xi32>
          %inserted_slice = tensor.insert_slice %10 into %arg8[%arg3, %arg5] [%3, %4] [1, 1] : tensor<?x?xi32> into tensor<11x13xi32>
          scf.yield %inserted_slice : tensor<11x13xi32>
        }
        scf.yield %2 : tensor<11x13xi32>
      }
      scf.yield %1 : tensor<11x13xi32>
    }
    return %0 : tensor<11x13xi32>
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %tiled_linalg_op, %loops:3 = transform.structured.tile_using_for %0 tile_sizes [4, 5, 3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %padded, %pad, %copy = transform.structured.pad %tiled_linalg_op {padding_dimensions = [0, 1, 2], padding_values = [0 : i32, 0 : i32, 0 : i32]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield 
  }
}

