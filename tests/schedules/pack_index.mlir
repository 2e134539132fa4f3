module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<5x10xi32>, %o: tensor<5x10xi32>) -> tensor<5x10xi32> {
    %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<5x10xi32>) outs(%o : tensor<5x10xi32>) {
    ^bb0(%x: i32, %y: i32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %s = arith.addi %i, %j : index
      %c = arith.index_cast %s : index to i32
      %v = arith.addi %x, %c : i32
      linalg.yield %v : i32
    } -> tensor<5x10xi32>
    return %0 : tensor<5x10xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.structured.pack %m packed_sizes = [0, 4] : (!transform.any_op) -> !transform.op<"linalg.generic">
    transform.yield
  }
}
