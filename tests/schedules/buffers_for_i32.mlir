module attributes {transform.with_named_sequence} {
  func.func @f(%a: memref<17x9xi32>, %b: memref<9x12xi32>, %c: memref<17x12xi32>) {
    linalg.matmul ins(%a, %b : memref<17x9xi32>, memref<9x12xi32>) outs(%c : memref<17x12xi32>)
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %tl:3 = transform.structured.tile_using_for %m tile_sizes [4, 5, 1] interchange = [1, 0, 2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
