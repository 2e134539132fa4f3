#map = affine_map<(d0) -> (d0 + 2)>
#map1 = affine_map<(d0) -> (d0 + 1)>
module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: tensor<5x2xf32>, %arg1: tensor<7x3xf32>, %arg2: index) -> tensor<?x2xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<7x4xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<7x4xf32>) -> tensor<7x4xf32>
    %inserted_slice = tensor.insert_slice %arg0 into %1[1, 0] [5, 2] [1, 1] : tensor<5x2xf32> into tensor<7x4xf32>
    %2 = tensor.empty() : tensor<7x7xf32>
    %inserted_slice_0 = tensor.insert_slice %inserted_slice into %2[0, 0] [7, 4] [1, 1] : tensor<7x4xf32> into tensor<7x7xf32>
    %inserted_slice_1 = tensor.insert_slice %arg1 into %inserted_slice_0[0, 4] [7, 3] [1, 1] : tensor<7x3xf32> into tensor<7x7xf32>
    %extracted_slice = tensor.extract_slice %inserted_slice_1[2, %arg2] [4, 3] [1, 1] : tensor<7x7xf32> to tensor<4x3xf32>
    %3 = affine.apply #map(%arg2)
    %4 = affine.apply #map1(%arg2)
    %extracted_slice_2 = tensor.extract_slice %inserted_slice_1[%3, %4] [%arg2, 2] [1, 1] : tensor<7x7xf32> to tensor<?x2xf32>
    return %extracted_slice_2 : tensor<?x2xf32>
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.linalg.decompose_pad
      transform.apply_patterns.tensor.decompose_concat
      transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice
    } : !transform.any_op
    transform.yield 
  }
}

