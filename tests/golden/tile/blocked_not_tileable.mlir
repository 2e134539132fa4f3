// RUN: tilec opt --tile=sizes=2,root=linalg.exp --remarks %s
// Ops on buffers are not tiled.
func.func @f(%x: memref<4xf32>, %o: memref<4xf32>) {
  linalg.exp ins(%x : memref<4xf32>) outs(%o : memref<4xf32>)
  return
}
