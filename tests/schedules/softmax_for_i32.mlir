module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<6x16xi32>) -> tensor<6x16xi32> {
    %z = arith.constant 0 : i32
    %lo = arith.constant -2147483648 : i32
    %e = tensor.empty() : tensor<6x16xi32>
    %r = tensor.empty() : tensor<6xi32>
    %0 = linalg.fill ins(%lo : i32) outs(%r : tensor<6xi32>) -> tensor<6xi32>
    %1 = linalg.reduce ins(%a : tensor<6x16xi32>) outs(%0 : tensor<6xi32>) dimensions = [1]
      (%in: i32, %acc: i32) {
        %v = arith.maxsi %in, %acc : i32
        linalg.yield %v : i32
      }
    %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a, %1 : tensor<6x16xi32>, tensor<6xi32>) outs(%e : tensor<6x16xi32>) {
    ^bb0(%p: i32, %q: i32, %o: i32):
      %d = arith.subi %p, %q : i32
      %v = arith.muli %d, %d : i32
      linalg.yield %v : i32
    } -> tensor<6x16xi32>
    %3 = linalg.fill ins(%z : i32) outs(%r : tensor<6xi32>) -> tensor<6xi32>
    %4 = linalg.reduce ins(%2 : tensor<6x16xi32>) outs(%3 : tensor<6xi32>) dimensions = [1]
      (%in: i32, %acc: i32) {
        %v = arith.addi %in, %acc : i32
        linalg.yield %v : i32
      }
    %5 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2, %4 : tensor<6x16xi32>, tensor<6xi32>) outs(%e : tensor<6x16xi32>) {
    ^bb0(%p: i32, %q: i32, %o: i32):
      %v = arith.xori %p, %q : i32
      linalg.yield %v : i32
    } -> tensor<6x16xi32>
    return %5 : tensor<6x16xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %r = transform.structured.match ops{["linalg.reduce"]} in %root : (!transform.any_op) -> !transform.any_op
    %m, %s = transform.split_handle %r : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %t, %tl:2 = transform.structured.tile_using_for %m tile_sizes [2, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %u, %ul:1 = transform.structured.tile_using_for %s tile_sizes [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
