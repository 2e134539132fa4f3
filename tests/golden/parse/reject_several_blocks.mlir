// RUN: tilec opt %s
// Regions have one block.
func.func @f() {
  return
^bb1:
  return
}
