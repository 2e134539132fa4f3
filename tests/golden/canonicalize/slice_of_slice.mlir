// RUN: tilec opt --canonicalize %s
// A slice of a slice is counted from the outside; not where something is put back into the first, or in a loop.
func.func @f(%a: tensor<64x64xf32>, %b: tensor<4xf32>, %n: index, %m: index) -> (tensor<4xf32>, tensor<8xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %0 = tensor.extract_slice %a[%n, 2] [1, 16] [1, 2] : tensor<64x64xf32> to tensor<16xf32>
  %1 = tensor.extract_slice %0[%m] [4] [3] : tensor<16xf32> to tensor<4xf32>
  %2 = tensor.extract_slice %a[%m, 0] [1, 8] [1, 1] : tensor<64x64xf32> to tensor<8xf32>
  %3 = tensor.extract_slice %2[%n] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %4 = linalg.exp ins(%3 : tensor<4xf32>) outs(%3 : tensor<4xf32>) -> tensor<4xf32>
  %5 = tensor.insert_slice %4 into %2[%n] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %6 = tensor.extract_slice %a[0, 0] [1, 8] [1, 1] : tensor<64x64xf32> to tensor<8xf32>
  %7 = scf.for %i = %c0 to %n step %c4 iter_args(%s = %b) -> (tensor<4xf32>) {
    %8 = tensor.extract_slice %6[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %9 = linalg.add ins(%s, %8 : tensor<4xf32>, tensor<4xf32>) outs(%s : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %9 : tensor<4xf32>
  }
  return %1, %5, %7 : tensor<4xf32>, tensor<8xf32>, tensor<4xf32>
}
