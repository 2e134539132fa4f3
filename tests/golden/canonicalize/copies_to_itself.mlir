// RUN: tilec opt --canonicalize %s
// A copy of a buffer to itself goes.
func.func @f(%m: memref<8xf32>) {
  memref.copy %m, %m : memref<8xf32> to memref<8xf32>
  return
}
