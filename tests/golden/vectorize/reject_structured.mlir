// RUN: tilec opt --vectorize --remarks %s
// Structured ops must be gone before.
func.func @f(%s: f32, %m: memref<8xf32>) {
  linalg.fill ins(%s : f32) outs(%m : memref<8xf32>)
  return
}
