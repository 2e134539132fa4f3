// RUN: tilec opt %s
// A size for each ?, an index for each dimension.
func.func @f(%n: index, %z: f32) {
  %r = tensor.generate %n {
  ^bb0(%i: index, %j: i32):
    tensor.yield %z : f32
  } : tensor<?x?xf32>
  return
}
