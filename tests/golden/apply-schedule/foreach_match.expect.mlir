#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: tensor<4x4xi32>, %arg1: tensor<4x4xi32>, %arg2: i32) -> tensor<4x4xi32> {
    %0 = tensor.empty() : tensor<4x4xi32>
    %1 = linalg.fill ins(%arg2 : i32) outs(%0 : tensor<4x4xi32>) -> tensor<4x4xi32>
    %2 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%1 : tensor<4x4xi32>) {
    ^bb0(%in: i32, %in_0: i32, %out: i32):
      %4 = arith.muli %in, %in_0 : i32
      %5 = arith.addi %out, %4 : i32
      linalg.yield %5 : i32
    } -> tensor<4x4xi32>
    %3 = linalg.add {mark = 7 : i64} ins(%2, %arg1 : tensor<4x4xi32>, tensor<4x4xi32>) outs(%0 : tensor<4x4xi32>) -> tensor<4x4xi32>
    return %3 : tensor<4x4xi32>
  }
  transform.named_sequence @is_matmul(%arg0: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %arg0 ["linalg.matmul"] : !transform.any_op
    transform.yield %arg0 : !transform.any_op
  }
  transform.named_sequence @is_other(%arg0: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.match.operation_name %arg0 ["linalg.matmul", "linalg.add"] : !transform.any_op
    transform.yield %arg0 : !transform.any_op
  }
  transform.named_sequence @generalize(%arg0: !transform.any_op {transform.consumed}) {
    %0 = transform.structured.generalize %arg0 : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
  transform.named_sequence @mark(%arg0: !transform.any_op {transform.readonly}) {
    %0 = transform.param.constant 7 : i64 -> !transform.param<i64>
    transform.annotate %arg0 "mark" = %0 : !transform.any_op, !transform.param<i64>
    transform.yield 
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.consumed}) {
    %updated_root = transform.foreach_match in %arg0 
        @is_matmul -> @generalize, 
        @is_other -> @mark : (!transform.any_op) -> !transform.any_op
    transform.yield 
  }
}

