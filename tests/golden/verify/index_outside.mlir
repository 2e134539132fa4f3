// RUN: tilec opt %s
// linalg.index stands in a structured op.
func.func @f() {
  %i = linalg.index 0 : index
  return
}
