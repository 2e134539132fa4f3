// RUN: tilec opt --apply-schedule %s
// A float sum over two loops gives other bits in another order.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4x5xf32>, %o: tensor<f32>) -> tensor<f32> {
    %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
        ins(%a : tensor<4x5xf32>) outs(%o : tensor<f32>) {
    ^bb0(%x: f32, %acc: f32):
      %s = arith.addf %acc, %x : f32
      linalg.yield %s : f32
    } -> tensor<f32>
    return %0 : tensor<f32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %h = transform.structured.interchange %m iterator_interchange = [1, 0] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
