// RUN: tilec opt --tile-and-fuse=sizes=0,0,2,root=linalg.matmul --remarks %s
// What the loop carries is a sum that is not finished: zeros cannot be put in for each trip, nor can the next op read it.
func.func @f(%a: tensor<4x6xi32>, %b: tensor<6x4xi32>, %o: tensor<4x4xi32>) -> tensor<4x4xi32> {
  %m = linalg.matmul ins(%a, %b : tensor<4x6xi32>, tensor<6x4xi32>) outs(%o : tensor<4x4xi32>) -> tensor<4x4xi32>
  %r = linalg.add ins(%m, %m : tensor<4x4xi32>, tensor<4x4xi32>) outs(%o : tensor<4x4xi32>) -> tensor<4x4xi32>
  return %r : tensor<4x4xi32>
}
