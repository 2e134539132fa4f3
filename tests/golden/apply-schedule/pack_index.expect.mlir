#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0 * 4 + d1)>
module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: tensor<10xindex>) -> tensor<10xindex> {
    %0 = tensor.empty() : tensor<3x4xindex>
    %c0 = arith.constant 0 : index
    %pack = linalg.pack %arg0 padding_value(%c0 : index) inner_dims_pos = [0] inner_tiles = [4] into %0 : tensor<10xindex> -> tensor<3x4xindex>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%pack : tensor<3x4xindex>) {
    ^bb0(%out: index):
      %2 = linalg.index 0 : index
      %3 = linalg.index 1 : index
      %4 = affine.apply #map1(%2, %3)
      linalg.yield %4 : index
    } -> tensor<3x4xindex>
    %unpack = linalg.unpack %1 inner_dims_pos = [0] inner_tiles = [4] into %arg0 : tensor<3x4xindex> -> tensor<10xindex>
    return %unpack : tensor<10xindex>
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.pack %0 packed_sizes = [4] : (!transform.any_op) -> !transform.op<"linalg.generic">
    transform.yield 
  }
}

