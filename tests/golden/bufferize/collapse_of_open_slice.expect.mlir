module {
  func.func @f(%arg0: memref<?x?xf32>, %arg1: index) -> memref<?xf32> {
    %subview = memref.subview %arg0[0, 0] [%arg1, %arg1] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
    %c0 = arith.constant 0 : index
    %dim = memref.dim %subview, %c0 : memref<?x?xf32, strided<[?, 1]>>
    %c1 = arith.constant 1 : index
    %dim_0 = memref.dim %subview, %c1 : memref<?x?xf32, strided<[?, 1]>>
    %alloc = memref.alloc(%dim, %dim_0) {alignment = 64 : i64} : memref<?x?xf32>
    memref.copy %subview, %alloc : memref<?x?xf32, strided<[?, 1]>> to memref<?x?xf32>
    %collapse_shape = memref.collapse_shape %alloc [[0, 1]] : memref<?x?xf32> into memref<?xf32>
    return %collapse_shape : memref<?xf32>
  }
}

