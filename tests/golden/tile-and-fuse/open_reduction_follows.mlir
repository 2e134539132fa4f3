// RUN: tilec opt --tile-and-fuse=root=linalg.exp,sizes=4 --canonicalize %s
// The rows are open and whole inside the loop, so the greatest of each may follow: the dimension it runs along is not cut.
func.func @f(%x: tensor<?x?xf32>, %s: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %0 = linalg.exp ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = linalg.reduce { arith.maximumf } ins(%0 : tensor<?x?xf32>) outs(%s : tensor<?xf32>) dimensions = [1]
  return %r : tensor<?xf32>
}
