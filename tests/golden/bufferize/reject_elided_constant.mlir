// RUN: tilec opt --bufferize %s
// There are no elements to put into a global.
func.func @f() -> tensor<4xf32> {
  %0 = arith.constant dense_resource<gone> : tensor<4xf32>
  return %0 : tensor<4xf32>
}
