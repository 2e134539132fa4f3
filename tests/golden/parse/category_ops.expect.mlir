#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1)>
module {
  func.func @category(%arg0: tensor<4x4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4x4xi32>, %arg3: tensor<4xi32>, %arg4: tensor<4xi64>) -> tensor<4x4xf32> {
    %0 = linalg.elementwise kind=#linalg.elementwise_kind<tanh> ins(%arg0 : tensor<4x4xf32>) outs(%arg0 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = linalg.elementwise kind=#linalg.elementwise_kind<div> indexing_maps = [#map, #map1, #map] ins(%arg0, %arg1 : tensor<4x4xf32>, tensor<4xf32>) outs(%0 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = linalg.elementwise kind=#linalg.elementwise_kind<max_unsigned> ins(%arg2, %arg2 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%arg2 : tensor<4x4xi32>) -> tensor<4x4xi32>
    %3 = linalg.contract indexing_maps = [#map2, #map3, #map4] {note = 1 : i8} ins(%arg0, %1 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) -> tensor<4x4xf32>
    %mapped = linalg.map { arith.addf {fastmath = #arith.fastmath<nnan>} } ins(%arg0, %1 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>)
    %mapped_0 = linalg.map ins(%arg0 : tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>)
      (%in: f32, %init: f32) {
        linalg.yield %in : f32
      }
    %reduced = linalg.reduce { arith.addi {overflowFlags = #arith.overflow<none>} } ins(%arg2 : tensor<4x4xi32>) outs(%arg3 : tensor<4xi32>) dimensions = [0] 
    %reduced_1 = linalg.reduce { arith.mulf } ins(%arg0 : tensor<4x4xf32>) outs(%arg1 : tensor<4xf32>) dimensions = [1] 
    %reduced_2 = linalg.reduce ins(%arg0 : tensor<4x4xf32>) outs(%arg1 : tensor<4xf32>) dimensions = [1]  {tag}
      (%in: f32, %init: f32) {
        %5 = arith.addf %in, %init : f32
        linalg.yield %5 : f32
      }
    %4 = linalg.softmax dimension(1) ins(%arg0 : tensor<4x4xf32>) outs(%0 : tensor<4x4xf32>) -> tensor<4x4xf32>
    return %4 : tensor<4x4xf32>
  }
  func.func @packed(%arg0: tensor<5x?xf32>, %arg1: f32, %arg2: tensor<?x2x4x?xf32>, %arg3: index, %arg4: tensor<5x?xf32>) -> tensor<5x?xf32> {
    %pack = linalg.pack %arg0 padding_value(%arg1 : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [4, %arg3] into %arg2 : tensor<5x?xf32> -> tensor<?x2x4x?xf32>
    %unpack = linalg.unpack %pack outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [4, %arg3] into %arg4 : tensor<?x2x4x?xf32> -> tensor<5x?xf32>
    return %unpack : tensor<5x?xf32>
  }
}

