module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<10x12xf32>, %b: tensor<10x12xf32>) -> tensor<10x12xf32> {
    %e = tensor.empty() : tensor<10x12xf32>
    %0 = linalg.add ins(%a, %b : tensor<10x12xf32>, tensor<10x12xf32>) outs(%e : tensor<10x12xf32>) -> tensor<10x12xf32>
    %1 = linalg.mul ins(%0, %b : tensor<10x12xf32>, tensor<10x12xf32>) outs(%e : tensor<10x12xf32>) -> tensor<10x12xf32>
    %2 = linalg.sub ins(%1, %a : tensor<10x12xf32>, tensor<10x12xf32>) outs(%e : tensor<10x12xf32>) -> tensor<10x12xf32>
    return %2 : tensor<10x12xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.sub"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.get_producer_of_operand %m[0] : (!transform.any_op) -> !transform.any_op
    %t, %tl = transform.structured.tile_using_for %p tile_sizes [5] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %par = transform.get_parent_op %t {op_name = "scf.for"} : (!transform.any_op) -> !transform.any_op
    transform.loop.unroll %par {factor = 2} : !transform.any_op
    transform.annotate %m "seen" : !transform.any_op
    transform.print %m : !transform.any_op
    transform.yield
  }
}
