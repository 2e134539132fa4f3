// RUN: tilec opt --apply-schedule %s
// A window moves along a vector: what is added to the subscript at a step goes into the index.
#in = affine_map<(n, w, c, k) -> (n, w + k * 2 + 1, c)>
#k = affine_map<(n, w, c, k) -> (k, c)>
#out = affine_map<(n, w, c, k) -> (n, w, c)>
module attributes {transform.with_named_sequence} {
  func.func @f(%x: tensor<1x9x3xi32>, %k: tensor<2x3xi32>, %o: tensor<1x4x3xi32>) -> tensor<1x4x3xi32> {
    %0 = linalg.generic {indexing_maps = [#in, #k, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%x, %k : tensor<1x9x3xi32>, tensor<2x3xi32>) outs(%o : tensor<1x4x3xi32>) {
    ^bb0(%a: i32, %b: i32, %c: i32):
      %p = arith.muli %a, %b : i32
      %s = arith.addi %c, %p : i32
      linalg.yield %s : i32
    } -> tensor<1x4x3xi32>
    return %0 : tensor<1x4x3xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %m : !transform.any_op
    transform.yield
  }
}
