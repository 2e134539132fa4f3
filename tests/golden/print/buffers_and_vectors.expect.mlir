module {
  memref.global "private" constant @w : memref<4xf32> = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> {alignment = 64 : i64}
  func.func @f(%arg0: index, %arg1: memref<8xf32>) {
    %0 = memref.get_global @w : memref<4xf32>
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
    %alloca = memref.alloca() : memref<2x4xf32>
    %subview = memref.subview %alloc[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
    %expand_shape = memref.expand_shape %alloc [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
    %collapse_shape = memref.collapse_shape %expand_shape [[0, 1]] : memref<2x4xf32> into memref<8xf32>
    %cast = memref.cast %collapse_shape : memref<8xf32> to memref<?xf32>
    %dim = memref.dim %cast, %arg0 : memref<?xf32>
    memref.copy %0, %subview : memref<4xf32> to memref<4xf32, strided<[1], offset: 4>>
    %1 = memref.load %alloc[%dim] : memref<8xf32>
    %2 = vector.broadcast %1 : f32 to vector<4xf32>
    %3 = vector.load %alloc[%arg0] : memref<8xf32>, vector<4xf32>
    %4 = arith.addf %2, %3 : vector<4xf32>
    vector.store %4, %arg1[%arg0] : memref<8xf32>, vector<4xf32>
    %5 = vector.extract %4[3] : f32 from vector<4xf32>
    %6 = vector.from_elements %5, %5 : vector<2xf32>
    memref.store %5, %alloca[%arg0, %arg0] : memref<2x4xf32>
    memref.dealloc %alloc : memref<8xf32>
    return
  }
}

