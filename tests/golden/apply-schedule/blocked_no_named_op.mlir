// RUN: tilec opt --apply-schedule %s
// A sum of products with flags is no matrix product: the name would lose them.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x5xi32>, %b: tensor<5x6xi32>, %o: tensor<4x6xi32>) -> tensor<4x6xi32> {
    %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<4x5xi32>, tensor<5x6xi32>) outs(%o : tensor<4x6xi32>) {
    ^bb0(%x: i32, %y: i32, %z: i32):
      %p = arith.muli %x, %y : i32
      %s = arith.addi %z, %p overflow<nsw> : i32
      linalg.yield %s : i32
    } -> tensor<4x6xi32>
    return %0 : tensor<4x6xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %s = transform.structured.specialize %m : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
