// RUN: tilec opt --canonicalize %s
// An insertion takes what a cast forgot of its source and of its destination, and its source has the sizes that are constant.
func.func @f(%a: tensor<?xf32>, %b: tensor<4xf32>, %c: tensor<?xf32>, %d: tensor<8xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %c3 = arith.constant 3 : index
  %0 = tensor.cast %b : tensor<4xf32> to tensor<?xf32>
  %1 = tensor.insert_slice %0 into %a[%n] [%n] [1] : tensor<?xf32> into tensor<?xf32>
  %3 = tensor.cast %d : tensor<8xf32> to tensor<?xf32>
  %2 = tensor.insert_slice %c into %3[%n] [%c3] [1] : tensor<?xf32> into tensor<?xf32>
  return %1, %2 : tensor<?xf32>, tensor<?xf32>
}
