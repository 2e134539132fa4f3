// RUN: tilec opt --apply-schedule %s
// A buffer that is read and written in place, in the order of the loops.
module attributes {transform.with_named_sequence} {
  func.func @f(%m: memref<4x4xi32>) {
    linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%m : memref<4x4xi32>) outs(%m : memref<4x4xi32>) {
    ^bb0(%x: i32, %out: i32):
      linalg.yield %x : i32
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %h = transform.structured.interchange %m iterator_interchange = [1, 0] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
