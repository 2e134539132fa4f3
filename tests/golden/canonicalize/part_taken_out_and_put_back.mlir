// RUN: tilec opt --canonicalize %s
// What was put in is taken out again; what was taken out is put back; what was put there is replaced.
func.func @f(%a: tensor<?xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = tensor.insert_slice %b into %a[%n] [4] [1] : tensor<4xf32> into tensor<?xf32>
  %1 = tensor.extract_slice %0[%n] [4] [1] : tensor<?xf32> to tensor<4xf32>
  %2 = tensor.extract_slice %a[%n] [4] [1] : tensor<?xf32> to tensor<4xf32>
  %3 = tensor.insert_slice %2 into %a[%n] [4] [1] : tensor<4xf32> into tensor<?xf32>
  %4 = tensor.insert_slice %c into %0[%n] [4] [1] : tensor<4xf32> into tensor<?xf32>
  return %1, %3, %4 : tensor<4xf32>, tensor<?xf32>, tensor<?xf32>
}
