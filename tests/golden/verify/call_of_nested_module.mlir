// RUN: tilec opt %s
// A call sees the functions of its own module.
module {
  func.func private @g()
}
func.func @f() {
  call @g() : () -> ()
  return
}
