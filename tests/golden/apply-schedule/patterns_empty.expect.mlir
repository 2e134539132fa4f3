#map = affine_map<(d0) -> (d0 * 4)>
module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: index, %arg1: index) -> (tensor<?xf32>, tensor<2x?x?xf32>, tensor<?x?xf32>, tensor<?x4xf32>) {
    %0 = tensor.empty(%arg0) : tensor<?x6xf32>
    %1 = tensor.empty(%arg1) : tensor<?xf32>
    %2 = tensor.empty(%arg0, %arg1) : tensor<?x?xf32>
    %3 = tensor.empty(%arg0, %arg1) : tensor<2x?x?xf32>
    %4 = tensor.empty(%arg0, %arg1) : tensor<?x4x?xf32>
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %4, %c0 : tensor<?x4x?xf32>
    %5 = affine.apply #map(%dim)
    %c2 = arith.constant 2 : index
    %dim_0 = tensor.dim %4, %c2 : tensor<?x4x?xf32>
    %6 = tensor.empty(%5, %dim_0) : tensor<?x?xf32>
    %7 = tensor.empty(%arg0) : tensor<?x4x8xf32>
    %8 = tensor.empty(%arg0) : tensor<?x4xf32>
    return %1, %3, %6, %8 : tensor<?xf32>, tensor<2x?x?xf32>, tensor<?x?xf32>, tensor<?x4xf32>
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match ops{["func.func"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.tensor.fold_tensor_empty
      transform.apply_patterns.linalg.fold_pack_unpack_into_empty
    } : !transform.any_op
    transform.yield 
  }
}

