// RUN: tilec opt --canonicalize %s
// linalg.broadcast and linalg.transpose want the same extents known on both sides.
func.func @f(%a: memref<?xf32>, %o: memref<7x7xf32>) {
  %0 = memref.cast %o : memref<7x7xf32> to memref<7x?xf32>
  linalg.broadcast ins(%a : memref<?xf32>) outs(%0 : memref<7x?xf32>) dimensions = [0]
  return
}
