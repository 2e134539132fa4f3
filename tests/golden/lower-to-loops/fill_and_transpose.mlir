// RUN: tilec opt --lower-to-loops %s
// Named ops too.
func.func @f(%s: f32, %a: memref<4x8xf32>, %o: memref<8x4xf32>, %m: memref<8xf32>) {
  linalg.fill ins(%s : f32) outs(%m : memref<8xf32>)
  linalg.transpose ins(%a : memref<4x8xf32>) outs(%o : memref<8x4xf32>) permutation = [1, 0]
  return
}
