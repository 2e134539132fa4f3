#map = affine_map<(d0, d1, d2) -> (d2, d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d2)>
module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: tensor<2x3x4xi32>, %arg1: tensor<3x2xi32>) -> tensor<3x2xi32> {
    %0 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "parallel"]} ins(%arg0 : tensor<2x3x4xi32>) outs(%arg1 : tensor<3x2xi32>) attrs =  {done} {
    ^bb0(%in: i32, %out: i32):
      %1 = linalg.index 2 : index
      %2 = linalg.index 1 : index
      %3 = arith.addi %1, %2 : index
      %4 = arith.index_cast %3 : index to i32
      %5 = arith.muli %in, %4 : i32
      %6 = arith.addi %out, %5 : i32
      linalg.yield %6 : i32
    } -> tensor<3x2xi32>
    return %0 : tensor<3x2xi32>
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.generic"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.interchange %0 iterator_interchange = [1, 2, 0] : (!transform.any_op) -> !transform.any_op
    transform.annotate %1 "done" : !transform.any_op
    transform.yield 
  }
}

