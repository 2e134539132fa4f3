// RUN: tilec stats --lower-to-loops --vectorize %s --assert "generics=0, bytes_moved=19840, passes=5"
// The vector loops, with their scalar tails, walk over what the structured ops read and write: 5 matrices.
func.func @f(%a: memref<32x31xf32>, %s: memref<32x31xf32>, %b: memref<32x31xf32>) {
  linalg.exp ins(%a : memref<32x31xf32>) outs(%b : memref<32x31xf32>)
  linalg.add ins(%a, %s : memref<32x31xf32>, memref<32x31xf32>) outs(%b : memref<32x31xf32>)
  return
}
