// RUN: tilec opt %s
// A dense constant has as many elements as its type.
func.func @f() {
  %0 = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<4xf32>
  return
}
