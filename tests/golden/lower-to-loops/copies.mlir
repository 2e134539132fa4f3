// RUN: tilec opt --lower-to-loops --remarks %s
// A copy between strided buffers is a loop; between contiguous ones it stays one move.
func.func @f(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32, strided<[2]>>) {
  memref.copy %a, %b : memref<8xf32> to memref<8xf32>
  memref.copy %a, %c : memref<8xf32> to memref<8xf32, strided<[2]>>
  return
}
