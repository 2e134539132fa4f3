// RUN: tilec opt --specialize="arg0=4x8 arg1=9x16" %s
// Two operands do not agree on a loop: the message names both, and the arguments they come from.
func.func @mm(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
