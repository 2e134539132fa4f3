// RUN: tilec opt --tile-and-fuse=sizes=2,root=linalg.exp --remarks %s
// The next op computes into the loop's result.
func.func @f(%x: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %m = linalg.exp ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.add ins(%x, %x : tensor<4xf32>, tensor<4xf32>) outs(%m : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
