// RUN: tilec opt --tile=sizes=4,7,loops=for,peel=all --tile=sizes=2,loops=forall,peel=all --remarks %s
// A loop whose tiles are all whole has nothing to peel off, and a parallel one is not peeled.
func.func @f(%x: tensor<8x21xf32>, %o: tensor<8x21xf32>) -> tensor<8x21xf32> {
  %0 = linalg.exp ins(%x : tensor<8x21xf32>) outs(%o : tensor<8x21xf32>) -> tensor<8x21xf32>
  return %0 : tensor<8x21xf32>
}
