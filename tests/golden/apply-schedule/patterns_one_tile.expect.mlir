module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: tensor<5x2xf32>, %arg1: tensor<1x1x2x8xf32>) -> tensor<5x2xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 0] high[3, 0] {
    ^bb0(%arg2: index, %arg3: index):
      tensor.yield %cst : f32
    } : tensor<5x2xf32> to tensor<8x2xf32>
    %0 = tensor.empty() : tensor<2x8xf32>
    %transposed = linalg.transpose ins(%padded : tensor<8x2xf32>) outs(%0 : tensor<2x8xf32>) permutation = [1, 0] 
    %inserted_slice = tensor.insert_slice %transposed into %arg1[0, 0, 0, 0] [1, 1, 2, 8] [1, 1, 1, 1] : tensor<2x8xf32> into tensor<1x1x2x8xf32>
    %extracted_slice = tensor.extract_slice %inserted_slice[0, 0, 0, 0] [1, 1, 2, 8] [1, 1, 1, 1] : tensor<1x1x2x8xf32> to tensor<2x8xf32>
    %1 = tensor.empty() : tensor<8x2xf32>
    %transposed_0 = linalg.transpose ins(%extracted_slice : tensor<2x8xf32>) outs(%1 : tensor<8x2xf32>) permutation = [1, 0] 
    %extracted_slice_1 = tensor.extract_slice %transposed_0[0, 0] [5, 2] [1, 1] : tensor<8x2xf32> to tensor<5x2xf32>
    return %extracted_slice_1 : tensor<5x2xf32>
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.linalg.decompose_pack_unpack
    } : !transform.any_op
    transform.yield 
  }
}

