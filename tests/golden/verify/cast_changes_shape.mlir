// RUN: tilec opt %s
// A cast keeps the shape.
func.func @f(%a: tensor<4xf32>) {
  %r = arith.extf %a : tensor<4xf32> to tensor<5xf64>
  return
}
