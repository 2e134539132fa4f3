#map = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d2, d3, d5)>
#map1 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d2, d5, d4)>
#map2 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d4)>
module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: tensor<11x9xi32>, %arg1: tensor<9x13xi32>, %arg2: tensor<11x13xi32>) -> tensor<11x13xi32> {
    %0 = tensor.empty() : tensor<3x3x4x3xi32>
    %c0_i32 = arith.constant 0 : i32
    %pack = linalg.pack %arg0 padding_value(%c0_i32 : i32) inner_dims_pos = [0, 1] inner_tiles = [4, 3] into %0 : tensor<11x9xi32> -> tensor<3x3x4x3xi32>
    %1 = tensor.empty() : tensor<3x3x5x3xi32>
    %c0_i32_0 = arith.constant 0 : i32
    %2 = tensor.empty() : tensor<3x3x3x5xi32>
    %pack_1 = linalg.pack %arg1 padding_value(%c0_i32_0 : i32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [3, 5] into %2 : tensor<9x13xi32> -> tensor<3x3x3x5xi32>
    %3 = tensor.empty() : tensor<3x3x4x5xi32>
    %c0_i32_2 = arith.constant 0 : i32
    %pack_3 = linalg.pack %arg2 padding_value(%c0_i32_2 : i32) inner_dims_pos = [0, 1] inner_tiles = [4, 5] into %3 : tensor<11x13xi32> -> tensor<3x3x4x5xi32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction", "parallel", "parallel", "reduction"]} ins(%pack, %pack_1 : tensor<3x3x4x3xi32>, tensor<3x3x3x5xi32>) outs(%pack_3 : tensor<3x3x4x5xi32>) {
    ^bb0(%in: i32, %in_4: i32, %out: i32):
      %5 = arith.muli %in, %in_4 : i32
      %6 = arith.addi %out, %5 : i32
      linalg.yield %6 : i32
    } -> tensor<3x3x4x5xi32>
    %unpack = linalg.unpack %4 inner_dims_pos = [0, 1] inner_tiles = [4, 5] into %arg2 : tensor<3x3x4x5xi32> -> tensor<11x13xi32>
    return %unpack : tensor<11x13xi32>
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.pack %0 packed_sizes = [4, 5, 3] : (!transform.any_op) -> !transform.op<"linalg.generic">
    %2 = transform.get_producer_of_operand %1[1] : (!transform.op<"linalg.generic">) -> !transform.op<"linalg.pack">
    %packed_op, %pack_op, %un_pack_op = transform.structured.pack_transpose %2 with_compute_op(%1) outer_perm = [1, 0] inner_perm = [1, 0] : (!transform.op<"linalg.pack">, !transform.op<"linalg.generic">) -> (!transform.op<"linalg.generic">, !transform.op<"linalg.pack">, !transform.any_op)
    transform.yield 
  }
}

