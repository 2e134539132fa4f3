// RUN: tilec opt --canonicalize %s
// A structured op takes what a cast forgot, and gives its other operands the extents; types that contradict each other stay hidden.
func.func @f(%a: tensor<4x8xf32>, %b: tensor<?x?xf32>, %c: tensor<5x8xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = tensor.cast %a : tensor<4x8xf32> to tensor<?x?xf32>
  %1 = tensor.cast %c : tensor<5x8xf32> to tensor<?x?xf32>
  %2 = linalg.exp ins(%0 : tensor<?x?xf32>) outs(%b : tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = linalg.add ins(%0, %1 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%b : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %2, %3 : tensor<?x?xf32>, tensor<?x?xf32>
}
