// RUN: tilec opt %s
// A call has the type of the function.
func.func private @g(f32, index) -> f32
func.func @f(%a: f64, %i: index) {
  %r = call @g(%a, %i) : (f64, index) -> f64
  call @g(%i) : (index) -> ()
  return
}
