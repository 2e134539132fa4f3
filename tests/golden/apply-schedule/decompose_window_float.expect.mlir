#map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1 + d3, d4)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d3, d4, d2)>
#map2 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2)>
module attributes {tilec.numerics = "pinned", transform.with_named_sequence} {
  func.func @f(%arg0: tensor<1x9x1x3xf32>, %arg1: tensor<3x1x3x4xf32>, %arg2: tensor<1x7x1x4xf32>) -> tensor<1x7x1x4xf32> {
    %extracted_slice = tensor.extract_slice %arg0[0, 0, 0, 0] [1, 9, 1, 3] [1, 1, 1, 1] : tensor<1x9x1x3xf32> to tensor<1x9x3xf32>
    %extracted_slice_0 = tensor.extract_slice %arg1[0, 0, 0, 0] [3, 1, 3, 4] [1, 1, 1, 1] : tensor<3x1x3x4xf32> to tensor<3x3x4xf32>
    %extracted_slice_1 = tensor.extract_slice %arg2[0, 0, 0, 0] [1, 7, 1, 4] [1, 1, 1, 1] : tensor<1x7x1x4xf32> to tensor<1x7x4xf32>
    %0 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%extracted_slice, %extracted_slice_0 : tensor<1x9x3xf32>, tensor<3x3x4xf32>) outs(%extracted_slice_1 : tensor<1x7x4xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %1 = math.fma %in, %in_2, %out : f32
      linalg.yield %1 : f32
    } -> tensor<1x7x4xf32>
    %inserted_slice = tensor.insert_slice %0 into %arg2[0, 0, 0, 0] [1, 7, 1, 4] [1, 1, 1, 1] : tensor<1x7x4xf32> into tensor<1x7x1x4xf32>
    return %inserted_slice : tensor<1x7x1x4xf32>
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.conv_2d_nhwc_hwcf"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.decompose %0 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

