// RUN: tilec opt --results-to-out-params %s
// One buffer fills two arguments.
func.func @f(%s: f32) -> (memref<8xf32>, memref<8xf32>) {
  %t = memref.alloc() : memref<8xf32>
  linalg.fill ins(%s : f32) outs(%t : memref<8xf32>)
  return %t, %t : memref<8xf32>, memref<8xf32>
}
