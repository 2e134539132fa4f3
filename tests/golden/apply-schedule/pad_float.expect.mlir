#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
module attributes {tilec.numerics = "pinned", transform.with_named_sequence} {
  func.func @f(%arg0: tensor<11x9xf32>, %arg1: tensor<9x13xf32>, %arg2: tensor<11x13xf32>) -> tensor<11x13xf32> {
    %cst = arith.constant -0.000000e+00 : f32
    %padded = tensor.pad %arg0 low[0, 0] high[0, 3] {
    ^bb0(%arg3: index, %arg4: index):
      tensor.yield %cst : f32
    } : tensor<11x9xf32> to tensor<11x12xf32>
    %cst_0 = arith.constant 0.000000e+00 : f32
    %padded_1 = tensor.pad %arg1 low[0, 0] high[3, 0] {
    ^bb0(%arg3: index, %arg4: index):
      tensor.yield %cst_0 : f32
    } : tensor<9x13xf32> to tensor<12x13xf32>
    %0 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%padded, %padded_1 : tensor<11x12xf32>, tensor<12x13xf32>) outs(%arg2 : tensor<11x13xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %2 = math.fma %in, %in_2, %out : f32
      linalg.yield %2 : f32
    } -> tensor<11x13xf32>
    %1 = linalg.copy ins(%0 : tensor<11x13xf32>) outs(%arg2 : tensor<11x13xf32>) -> tensor<11x13xf32>
    return %1 : tensor<11x13xf32>
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %padded, %pad, %copy = transform.structured.pad %0 pad_to_multiple_of [4] {copy_back_op = "linalg.copy", padding_dimensions = [2], padding_values = [-0.000000e+00 : f32, 0.000000e+00 : f32, 0.000000e+00 : f32]} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield 
  }
}

