// RUN: tilec opt %s
// One size for each ?.
func.func @f() {
  %m = memref.alloc() : memref<?xf32>
  return
}
