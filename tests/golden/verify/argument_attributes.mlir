// RUN: tilec opt %s
// Attributes of arguments belong to a dialect, and have values that it knows.
func.func @f(%a: tensor<4xf32> {name = "a"}, %b: tensor<4xf32> {bufferization.writable = 1 : i32},
             %c: tensor<4xf32> {bufferization.access = "rw"}) {
  return
}
func.func private @g(tensor<4xf32> {bufferization.writable = false})
