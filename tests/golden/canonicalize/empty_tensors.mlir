// RUN: tilec opt --canonicalize %s
// Constant sizes go into the type of an empty tensor; a slice or a cast of one is another one.
func.func @f(%n: index, %i: index) -> (tensor<?x?xf32>, tensor<?xf32>, tensor<4x?xf32>) {
  %c4 = arith.constant 4 : index
  %0 = tensor.empty(%c4, %n) : tensor<?x?xf32>
  %1 = tensor.extract_slice %0[%i, %i] [1, %n] [1, 1] : tensor<?x?xf32> to tensor<?xf32>
  %2 = tensor.empty(%i, %n) : tensor<?x?xf32>
  %3 = tensor.cast %2 : tensor<?x?xf32> to tensor<4x?xf32>
  return %0, %1, %3 : tensor<?x?xf32>, tensor<?xf32>, tensor<4x?xf32>
}
