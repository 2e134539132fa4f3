#map = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d2, d1, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
module attributes {tilec.numerics = "pinned", transform.with_named_sequence} {
  func.func @f(%arg0: tensor<11x9xf32>, %arg1: tensor<9x13xf32>, %arg2: tensor<11x13xf32>) -> tensor<11x13xf32> {
    %0 = tensor.empty() : tensor<11x3x4xf32>
    %cst = arith.constant -0.000000e+00 : f32
    %pack = linalg.pack %arg0 padding_value(%cst : f32) inner_dims_pos = [1] inner_tiles = [4] into %0 : tensor<11x9xf32> -> tensor<11x3x4xf32>
    %1 = tensor.empty() : tensor<3x13x4xf32>
    %cst_0 = arith.constant 0.000000e+00 : f32
    %pack_1 = linalg.pack %arg1 padding_value(%cst_0 : f32) inner_dims_pos = [0] inner_tiles = [4] into %1 : tensor<9x13xf32> -> tensor<3x13x4xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%pack, %pack_1 : tensor<11x3x4xf32>, tensor<3x13x4xf32>) outs(%arg2 : tensor<11x13xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %3 = math.fma %in, %in_2, %out : f32
      linalg.yield %3 : f32
    } -> tensor<11x13xf32>
    return %2 : tensor<11x13xf32>
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.pack %0 packed_sizes = [0, 0, 4] : (!transform.any_op) -> !transform.op<"linalg.generic">
    transform.yield 
  }
}

