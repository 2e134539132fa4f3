module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: tensor<1x1x9x3xi32>, %arg1: tensor<1x3x3x4xi32>, %arg2: tensor<1x1x4x4xi32>) -> tensor<1x1x4x4xi32> {
    %extracted_slice = tensor.extract_slice %arg0[0, 0, 0, 0] [1, 1, 9, 3] [1, 1, 1, 1] : tensor<1x1x9x3xi32> to tensor<1x9x3xi32>
    %extracted_slice_0 = tensor.extract_slice %arg1[0, 0, 0, 0] [1, 3, 3, 4] [1, 1, 1, 1] : tensor<1x3x3x4xi32> to tensor<3x3x4xi32>
    %extracted_slice_1 = tensor.extract_slice %arg2[0, 0, 0, 0] [1, 1, 4, 4] [1, 1, 1, 1] : tensor<1x1x4x4xi32> to tensor<1x4x4xi32>
    %0 = linalg.conv_1d_nwc_wcf {dilations = dense<1> : tensor<1xi64>, strides = dense<2> : tensor<1xi64>} ins(%extracted_slice, %extracted_slice_0 : tensor<1x9x3xi32>, tensor<3x3x4xi32>) outs(%extracted_slice_1 : tensor<1x4x4xi32>) -> tensor<1x4x4xi32>
    %inserted_slice = tensor.insert_slice %0 into %arg2[0, 0, 0, 0] [1, 1, 4, 4] [1, 1, 1, 1] : tensor<1x4x4xi32> into tensor<1x1x4x4xi32>
    return %inserted_slice : tensor<1x1x4x4xi32>
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.conv_2d_nhwc_hwcf"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.decompose %0 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

