module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<5x4x6xf32>, %k: tensor<4x6x7xf32>, %o: tensor<5x7xf32>) -> tensor<5x7xf32> {
    %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k, l) -> (i, k, l)>, affine_map<(i, j, k, l) -> (k, l, j)>, affine_map<(i, j, k, l) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%a, %k : tensor<5x4x6xf32>, tensor<4x6x7xf32>) outs(%o : tensor<5x7xf32>) {
    ^bb0(%x: f32, %y: f32, %z: f32):
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %z, %p : f32
      linalg.yield %s : f32
    } -> tensor<5x7xf32>
    return %0 : tensor<5x7xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.structured.pack %m packed_sizes = [0, 0, 2, 0] : (!transform.any_op) -> !transform.op<"linalg.generic">
    transform.yield
  }
}
