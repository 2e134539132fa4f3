// RUN: tilec opt --tile=sizes=4 --canonicalize %s
// A tile that has nothing of the source is padding alone.
func.func @f(%x: tensor<10xf32>, %v: f32) -> tensor<18xf32> {
  %0 = tensor.pad %x low[6] high[2] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<10xf32> to tensor<18xf32>
  return %0 : tensor<18xf32>
}
