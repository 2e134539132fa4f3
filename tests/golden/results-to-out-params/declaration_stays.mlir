// RUN: tilec opt --results-to-out-params %s
// A declaration keeps its type.
func.func private @g() -> memref<8xf32>
