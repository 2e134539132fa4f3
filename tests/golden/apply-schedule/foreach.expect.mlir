#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: tensor<4x4xi32>, %arg1: tensor<4x4xi32>, %arg2: tensor<4x4xi32>) -> tensor<4x4xi32> {
    %0 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%arg2 : tensor<4x4xi32>) attrs =  {generalized} {
    ^bb0(%in: i32, %in_0: i32, %out: i32):
      %2 = arith.muli %in, %in_0 : i32
      %3 = arith.addi %out, %2 : i32
      linalg.yield %3 : i32
    } -> tensor<4x4xi32>
    %1 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%0, %arg1 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%arg2 : tensor<4x4xi32>) attrs =  {generalized} {
    ^bb0(%in: i32, %in_0: i32, %out: i32):
      %2 = arith.addi %in, %in_0 : i32
      linalg.yield %2 : i32
    } -> tensor<4x4xi32>
    return %1 : tensor<4x4xi32>
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match interface{LinalgOp} in %arg0 : (!transform.any_op) -> !transform.any_op
    %1 = transform.foreach %0 : !transform.any_op -> !transform.any_op {
    ^bb0(%arg1: !transform.any_op):
      %2 = transform.structured.generalize %arg1 : (!transform.any_op) -> !transform.any_op
      transform.yield %2 : !transform.any_op
    }
    transform.annotate %1 "generalized" : !transform.any_op
    transform.yield 
  }
}

