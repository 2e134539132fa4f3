// RUN: tilec opt --canonicalize %s
// A cast of a padded tensor is part of the padding, one of what is padded tells its extents; padding of nothing goes, unless it is to stay.
func.func @f(%a: tensor<5x2xf32>, %n: index, %z: f32) -> (tensor<7x4xf32>, tensor<?x?xf32>, tensor<5x?xf32>, tensor<5x2xf32>) {
  %c0 = arith.constant 0 : index
  %0 = tensor.pad %a low[%n, 0] high[1, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<5x2xf32> to tensor<?x4xf32>
  %1 = tensor.cast %0 : tensor<?x4xf32> to tensor<7x4xf32>
  %2 = tensor.cast %a : tensor<5x2xf32> to tensor<?x?xf32>
  %3 = tensor.pad %2 low[0, %n] high[1, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  %4 = tensor.pad %a low[0, %c0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<5x2xf32> to tensor<5x?xf32>
  %5 = tensor.pad %a nofold low[0, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<5x2xf32> to tensor<5x2xf32>
  return %1, %3, %4, %5 : tensor<7x4xf32>, tensor<?x?xf32>, tensor<5x?xf32>, tensor<5x2xf32>
}
