// RUN: tilec opt --results-to-out-params %s
// Nothing to do.
func.func @f(%a: memref<8xf32>) {
  return
}
