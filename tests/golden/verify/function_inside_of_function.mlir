// RUN: tilec opt %s
// Functions stand in modules.
func.func @f() {
  func.func @g() {
    return
  }
  return
}
