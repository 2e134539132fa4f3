// RUN: tilec opt --tile=sizes=0,1024 --remarks %s
// A tile would end in the middle of a block.
func.func @f(%x: tensor<2x9000xf32>, %o: tensor<2xf32>) -> tensor<2xf32> {
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<2x9000xf32>) outs(%o : tensor<2xf32>) dimensions = [1]
  return %0 : tensor<2xf32>
}
