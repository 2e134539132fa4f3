#map = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d3, d4)>
#map1 = affine_map<(d0, d1, d2, d3, d4) -> (d2, d1, d4)>
#map2 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d3)>
module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: tensor<11x9xi32>, %arg1: tensor<9x13xi32>, %arg2: tensor<11x13xi32>) -> tensor<11x13xi32> {
    %0 = tensor.empty() : tensor<3x3x4x3xi32>
    %c0_i32 = arith.constant 0 : i32
    %pack = linalg.pack %arg0 padding_value(%c0_i32 : i32) inner_dims_pos = [0, 1] inner_tiles = [4, 3] into %0 : tensor<11x9xi32> -> tensor<3x3x4x3xi32>
    %1 = tensor.empty() : tensor<3x13x3xi32>
    %pack_0 = linalg.pack %arg1 inner_dims_pos = [0] inner_tiles = [3] into %1 : tensor<9x13xi32> -> tensor<3x13x3xi32>
    %2 = tensor.empty() : tensor<3x13x4xi32>
    %c0_i32_1 = arith.constant 0 : i32
    %pack_2 = linalg.pack %arg2 padding_value(%c0_i32_1 : i32) inner_dims_pos = [0] inner_tiles = [4] into %2 : tensor<11x13xi32> -> tensor<3x13x4xi32>
    %3 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction", "parallel", "reduction"]} ins(%pack, %pack_0 : tensor<3x3x4x3xi32>, tensor<3x13x3xi32>) outs(%pack_2 : tensor<3x13x4xi32>) {
    ^bb0(%in: i32, %in_3: i32, %out: i32):
      %4 = arith.muli %in, %in_3 : i32
      %5 = arith.addi %out, %4 : i32
      linalg.yield %5 : i32
    } -> tensor<3x13x4xi32>
    %unpack = linalg.unpack %3 inner_dims_pos = [0] inner_tiles = [4] into %arg2 : tensor<3x13x4xi32> -> tensor<11x13xi32>
    return %unpack : tensor<11x13xi32>
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.pack %0 packed_sizes = [4, 0, 3] : (!transform.any_op) -> !transform.op<"linalg.generic">
    transform.yield 
  }
}

