// RUN: tilec opt %s
// Nothing follows a return.
func.func @f() {
  return
  return
}
