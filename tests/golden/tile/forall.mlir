// RUN: tilec opt --tile=sizes=4,loops=forall %s
// The last tile is clamped; the number of tiles is computed.
func.func @f(%x: tensor<?x5xf32>, %o: tensor<?x5xf32>) -> tensor<?x5xf32> {
  %0 = linalg.exp ins(%x : tensor<?x5xf32>) outs(%o : tensor<?x5xf32>) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}
