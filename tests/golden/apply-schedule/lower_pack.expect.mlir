module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: tensor<24x13xf32>, %arg1: tensor<4x3x8x4xf32>, %arg2: tensor<24x13xf32>) -> (tensor<4x3x8x4xf32>, tensor<24x13xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 0] high[0, 3] {
    ^bb0(%arg3: index, %arg4: index):
      tensor.yield %cst : f32
    } : tensor<24x13xf32> to tensor<24x16xf32>
    %expanded = tensor.expand_shape %padded [[0, 1], [2, 3]] output_shape [3, 8, 4, 4] : tensor<24x16xf32> into tensor<3x8x4x4xf32>
    %transposed = linalg.transpose ins(%expanded : tensor<3x8x4x4xf32>) outs(%arg1 : tensor<4x3x8x4xf32>) permutation = [2, 0, 1, 3] 
    %0 = tensor.empty() : tensor<3x8x4x4xf32>
    %transposed_0 = linalg.transpose ins(%transposed : tensor<4x3x8x4xf32>) outs(%0 : tensor<3x8x4x4xf32>) permutation = [1, 2, 0, 3] 
    %collapsed = tensor.collapse_shape %transposed_0 [[0, 1], [2, 3]] : tensor<3x8x4x4xf32> into tensor<24x16xf32>
    %extracted_slice = tensor.extract_slice %collapsed[0, 0] [24, 13] [1, 1] : tensor<24x16xf32> to tensor<24x13xf32>
    %1 = linalg.copy ins(%extracted_slice : tensor<24x13xf32>) outs(%arg2 : tensor<24x13xf32>) -> tensor<24x13xf32>
    return %transposed, %1 : tensor<4x3x8x4xf32>, tensor<24x13xf32>
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.pack"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %1 = transform.cast %0 : !transform.any_op to !transform.op<"linalg.pack">
    %pad_op, %expand_shape_op, %transpose_op = transform.structured.lower_pack %1 : (!transform.op<"linalg.pack">) -> (!transform.op<"tensor.pad">, !transform.op<"tensor.expand_shape">, !transform.op<"linalg.transpose">)
    %2 = transform.structured.match ops{["linalg.unpack"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %3 = transform.cast %2 : !transform.any_op to !transform.op<"linalg.unpack">
    %empty_op, %transpose_op_0, %collapse_shape_op, %extract_slice_op = transform.structured.lower_unpack %3 : (!transform.op<"linalg.unpack">) -> (!transform.op<"tensor.empty">, !transform.op<"linalg.transpose">, !transform.op<"tensor.collapse_shape">, !transform.op<"tensor.extract_slice">)
    transform.yield 
  }
}

