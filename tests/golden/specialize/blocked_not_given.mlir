// RUN: tilec opt --specialize="arg0=?x8xf32" --remarks %s
// A dimension given as ? stays open, and what depends on it.
func.func @f(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = linalg.exp ins(%a : tensor<?x?xf32>) outs(%a : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
