module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<6x16xi32>, %o: tensor<6xi32>) -> tensor<6xi32> {
    %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<6x16xi32>) outs(%o : tensor<6xi32>) {
    ^bb0(%in: i32, %acc: i32):
      %v = arith.addi %acc, %in : i32
      linalg.yield %v : i32
    } -> tensor<6xi32>
    return %0 : tensor<6xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %f, %p, %c, %l = transform.structured.tile_reduction_using_for %m by tile_sizes = [0, 5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
