// RUN: tilec opt --apply-schedule %s
// On buffers the op writes what its operands are, after all reads; a lane may write the element that it read.
#id = affine_map<(d0) -> (d0)>
module attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<8xf32>) {
    linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<8xf32>) outs(%x : memref<8xf32>) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %a : f32
      linalg.yield %s : f32
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %m : !transform.any_op
    transform.yield
  }
}
