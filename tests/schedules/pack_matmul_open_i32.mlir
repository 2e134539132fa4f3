module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<?x9xi32>, %k: tensor<9x?xi32>, %c: tensor<?x?xi32>) -> tensor<?x?xi32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %m = tensor.dim %a, %c0 : tensor<?x9xi32>
    %n = tensor.dim %k, %c1 : tensor<9x?xi32>
    %e = tensor.empty(%m, %n) : tensor<?x?xi32>
    %o = linalg.copy ins(%c : tensor<?x?xi32>) outs(%e : tensor<?x?xi32>) -> tensor<?x?xi32>
    %0 = linalg.matmul ins(%a, %k : tensor<?x9xi32>, tensor<9x?xi32>) outs(%o : tensor<?x?xi32>) -> tensor<?x?xi32>
    return %0 : tensor<?x?xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %p = transform.structured.pack %m packed_sizes = [4, 5, 3] : (!transform.any_op) -> !transform.op<"linalg.generic">
    transform.yield
  }
}
