// RUN: tilec opt --decompose-tensor-ops --canonicalize %s
// The extent of the result is the source's and both paddings; the source starts where the lower padding ends.
func.func @f(%a: tensor<?x3xf32>, %low: index, %z: f32) -> tensor<?x3xf32> {
  %0 = tensor.pad %a low[%low, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<?x3xf32> to tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
