// RUN: tilec opt %s
// Every buffer and vector operation once.
memref.global "private" constant @w : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]> {alignment = 64 : i64}
func.func @f(%i: index, %out: memref<8xf32>) {
  %w = memref.get_global @w : memref<4xf32>
  %a = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
  %s = memref.alloca() : memref<2x4xf32>
  %v = memref.subview %a[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  %e = memref.expand_shape %a [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
  %c = memref.collapse_shape %e [[0, 1]] : memref<2x4xf32> into memref<8xf32>
  %k = memref.cast %c : memref<8xf32> to memref<?xf32>
  %d = memref.dim %k, %i : memref<?xf32>
  memref.copy %w, %v : memref<4xf32> to memref<4xf32, strided<[1], offset: 4>>
  %x = memref.load %a[%d] : memref<8xf32>
  %b = vector.broadcast %x : f32 to vector<4xf32>
  %l = vector.load %a[%i] : memref<8xf32>, vector<4xf32>
  %y = arith.addf %b, %l : vector<4xf32>
  vector.store %y, %out[%i] : memref<8xf32>, vector<4xf32>
  %z = vector.extract %y[3] : f32 from vector<4xf32>
  %q = vector.from_elements %z, %z : vector<2xf32>
  memref.store %z, %s[%i, %i] : memref<2x4xf32>
  memref.dealloc %a : memref<8xf32>
  return
}
