// RUN: tilec opt --results-to-out-params --remarks %s
// The caller expects a result; the caller itself has none that is a buffer.
func.func @callee(%n: index) -> memref<?xf32> {
  %0 = memref.alloc(%n) : memref<?xf32>
  return %0 : memref<?xf32>
}
func.func @caller(%n: index) -> f32 {
  %0 = call @callee(%n) : (index) -> memref<?xf32>
  %1 = memref.load %0[%n] : memref<?xf32>
  return %1 : f32
}
