module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: tensor<11x9xi32>, %arg1: tensor<9x13xi32>, %arg2: tensor<11x13xi32>) -> tensor<11x13xi32> {
    %c0_i32 = arith.constant 0 : i32
    %padded = tensor.pad %arg0 low[0, 0] high[1, 0] {
    ^bb0(%arg3: index, %arg4: index):
      tensor.yield %c0_i32 : i32
    } : tensor<11x9xi32> to tensor<12x9xi32>
    %c0_i32_0 = arith.constant 0 : i32
    %padded_1 = tensor.pad %arg1 nofold low[0, 0] high[0, 0] {
    ^bb0(%arg3: index, %arg4: index):
      tensor.yield %c0_i32_0 : i32
    } : tensor<9x13xi32> to tensor<9x13xi32>
    %c0_i32_2 = arith.constant 0 : i32
    %padded_3 = tensor.pad %arg2 low[0, 0] high[1, 0] {
    ^bb0(%arg3: index, %arg4: index):
      tensor.yield %c0_i32_2 : i32
    } : tensor<11x13xi32> to tensor<12x13xi32>
    %0 = linalg.matmul ins(%padded, %padded_1 : tensor<12x9xi32>, tensor<9x13xi32>) outs(%padded_3 : tensor<12x13xi32>) -> tensor<12x13xi32>
    %extracted_slice = tensor.extract_slice %0[0, 0] [11, 13] [1, 1] : tensor<12x13xi32> to tensor<11x13xi32>
    return %extracted_slice : tensor<11x13xi32>
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %padded, %pad, %copy = transform.structured.pad %0 pad_to_multiple_of [4] {copy_back_op = "none", nofold_flags = [0, 1, 0], padding_dimensions = [0], padding_values = [0 : i32, 0 : i32, 0 : i32]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield 
  }
}

