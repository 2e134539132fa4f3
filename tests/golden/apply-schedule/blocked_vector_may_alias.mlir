// RUN: tilec opt --apply-schedule %s
// One buffer read at other places than it is written: the loop would read what it wrote.
#id = affine_map<(d0, d1) -> (d0, d1)>
#t = affine_map<(d0, d1) -> (d1, d0)>
module attributes {transform.with_named_sequence} {
  func.func @f(%x: memref<4x4xi32>) {
    linalg.generic {indexing_maps = [#t, #id], iterator_types = ["parallel", "parallel"]} ins(%x : memref<4x4xi32>) outs(%x : memref<4x4xi32>) {
    ^bb0(%a: i32, %b: i32):
      linalg.yield %a : i32
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match interface{LinalgOp} in %root : (!transform.any_op) -> !transform.any_op
    transform.structured.vectorize %m : !transform.any_op
    transform.yield
  }
}
