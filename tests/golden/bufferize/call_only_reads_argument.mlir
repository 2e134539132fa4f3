// RUN: tilec opt --bufferize %s
// The callee only reads its argument, so the caller needs no copy although it goes on using it.
// STATS: allocs=0, copies=0
func.func private @first(%x: tensor<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %v = tensor.extract %x[%c0] : tensor<4xf32>
  return %v : f32
}
func.func @f(%a: tensor<4xf32> {bufferization.writable = false}) -> (f32, tensor<4xf32>) {
  %r = call @first(%a) : (tensor<4xf32>) -> f32
  return %r, %a : f32, tensor<4xf32>
}
