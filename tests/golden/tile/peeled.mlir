// RUN: tilec opt --tile=sizes=4,8,peel=all --canonicalize %s
// The last tile of each loop is a loop of its own, the innermost peeled first: no tile inside has an open size.
func.func @f(%x: tensor<10x21xf32>, %o: tensor<10x21xf32>) -> tensor<10x21xf32> {
  %0 = linalg.exp ins(%x : tensor<10x21xf32>) outs(%o : tensor<10x21xf32>) -> tensor<10x21xf32>
  return %0 : tensor<10x21xf32>
}
