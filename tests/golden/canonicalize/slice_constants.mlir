// RUN: tilec opt --canonicalize %s
// Constants go into the lists, and with the sizes into the type; an offset behind the end, right for a slice of nothing, does not.
func.func @f(%a: tensor<?x?xf32>, %b: tensor<4xf32>, %n: index) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = tensor.extract_slice %a[%c1, %n] [%c4, %n] [%c1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %1 = tensor.extract_slice %b[%c4] [%n] [1] : tensor<4xf32> to tensor<?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?xf32>
}
