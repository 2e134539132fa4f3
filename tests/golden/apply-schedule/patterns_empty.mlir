// RUN: tilec opt --apply-schedule %s
// Slices, reshapes and packs of empty tensors are empty tensors.
module attributes {transform.with_named_sequence} {
  func.func @f(%n: index, %m: index) -> (tensor<?xf32>, tensor<2x?x?xf32>, tensor<?x?xf32>, tensor<?x4xf32>) {
    %0 = tensor.empty(%n) : tensor<?x6xf32>
    %1 = tensor.extract_slice %0[1, 0] [%m, 1] [1, 1] : tensor<?x6xf32> to tensor<?xf32>
    %2 = tensor.empty(%n, %m) : tensor<?x?xf32>
    %3 = tensor.expand_shape %2 [[0, 1], [2]] output_shape [2, %n, %m] : tensor<?x?xf32> into tensor<2x?x?xf32>
    %4 = tensor.empty(%n, %m) : tensor<?x4x?xf32>
    %5 = tensor.collapse_shape %4 [[0, 1], [2]] : tensor<?x4x?xf32> into tensor<?x?xf32>
    %6 = tensor.empty(%n) : tensor<?x4x8xf32>
    %7 = tensor.empty(%n) : tensor<?x4xf32>
    %8 = linalg.unpack %6 inner_dims_pos = [0] inner_tiles = [8] into %7 : tensor<?x4x8xf32> -> tensor<?x4xf32>
    return %1, %3, %5, %8 : tensor<?xf32>, tensor<2x?x?xf32>, tensor<?x?xf32>, tensor<?x4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %func = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %func {
      transform.apply_patterns.tensor.fold_tensor_empty
      transform.apply_patterns.linalg.fold_pack_unpack_into_empty
    } : !transform.any_op
    transform.yield
  }
}
