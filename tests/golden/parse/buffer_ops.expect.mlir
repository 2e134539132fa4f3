module {
  func.func @buffers(%arg0: memref<?xi8>, %arg1: memref<4x8xf32>, %arg2: index, %arg3: index) -> index {
    %view = memref.view %arg0[%arg2][%arg3] : memref<?xi8> to memref<?x4xf32>
    %view_0 = memref.view %arg0[%arg2][] : memref<?xi8> to memref<2x2xf32>
    %reinterpret_cast = memref.reinterpret_cast %arg1 to offset: [%arg2], sizes: [%arg3, 2], strides: [8, 1] : memref<4x8xf32> to memref<?x2xf32, strided<[8, 1], offset: ?>>
    %0 = bufferization.clone %arg1 : memref<4x8xf32> to memref<4x8xf32>
    %cast = memref.cast %0 : memref<4x8xf32> to memref<*xf32>
    %1 = memref.rank %cast : memref<*xf32>
    return %1 : index
  }
}

