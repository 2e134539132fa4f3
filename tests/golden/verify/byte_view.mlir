// RUN: tilec opt %s
// A view of bytes without layout, with a size for each ?.
func.func @f(%a: memref<64xi8>, %b: memref<8x8xi8>, %i: index) {
  %r = memref.view %a[%i][] : memref<64xi8> to memref<?x4xf32>
  %s = memref.view %b[%i][] : memref<8x8xi8> to memref<4x4xf32, strided<[8, 1]>>
  return
}
