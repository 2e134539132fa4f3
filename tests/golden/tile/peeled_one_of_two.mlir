// RUN: tilec opt --tile=sizes=4,8,interchange=1,0,peel=0 --remarks --canonicalize %s
// Loops are counted from the outermost tile loop: here that of the second dimension.
func.func @f(%x: tensor<10x21xf32>, %o: tensor<10x21xf32>) -> tensor<10x21xf32> {
  %0 = linalg.exp ins(%x : tensor<10x21xf32>) outs(%o : tensor<10x21xf32>) -> tensor<10x21xf32>
  return %0 : tensor<10x21xf32>
}
