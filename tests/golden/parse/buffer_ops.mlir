// RUN: tilec opt %s
// Views of bytes, reinterpretation, clones, ranks.
func.func @buffers(%bytes: memref<?xi8>, %m: memref<4x8xf32>, %i: index, %n: index) -> index {
  %v = memref.view %bytes[%i][%n] : memref<?xi8> to memref<?x4xf32>
  %w = memref.view %bytes[%i][] : memref<?xi8> to memref<2x2xf32>
  %r = memref.reinterpret_cast %m to offset: [%i], sizes: [%n, 2], strides: [8, 1] : memref<4x8xf32> to memref<?x2xf32, strided<[8, 1], offset: ?>>
  %c = bufferization.clone %m : memref<4x8xf32> to memref<4x8xf32>
  %u = memref.cast %c : memref<4x8xf32> to memref<*xf32>
  %k = memref.rank %u : memref<*xf32>
  return %k : index
}
