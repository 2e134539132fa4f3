// RUN: tilec opt --decompose-tensor-ops --remarks %s
// The padding depends on the position: a generic over the whole result computes it.
func.func @f(%a: tensor<4xf32>) -> tensor<7xf32> {
  %0 = tensor.pad %a low[1] high[2] {
  ^bb0(%i: index):
    %n = arith.index_cast %i : index to i32
    %v = arith.sitofp %n : i32 to f32
    tensor.yield %v : f32
  } : tensor<4xf32> to tensor<7xf32>
  return %0 : tensor<7xf32>
}
