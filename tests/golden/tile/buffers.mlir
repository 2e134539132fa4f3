// RUN: tilec opt --tile=sizes=4,0,2 %s
// On buffers the parts are views, and nothing is carried or put in.
func.func @f(%a: memref<10x6xi32>, %b: memref<6x5xi32>, %c: memref<10x5xi32, strided<[8, 1], offset: ?>>) {
  linalg.matmul ins(%a, %b : memref<10x6xi32>, memref<6x5xi32>) outs(%c : memref<10x5xi32, strided<[8, 1], offset: ?>>)
  return
}
