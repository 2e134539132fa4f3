#map = affine_map<(d0) -> (-d0 + 10, 4)>
module {
  func.func @f(%arg0: memref<10x6xi32>, %arg1: memref<6x5xi32>, %arg2: memref<10x5xi32, strided<[8, 1], offset: ?>>) {
    %c0 = arith.constant 0 : index
    %c10 = arith.constant 10 : index
    %c4 = arith.constant 4 : index
    %c0_0 = arith.constant 0 : index
    %c6 = arith.constant 6 : index
    %c2 = arith.constant 2 : index
    scf.for %arg3 = %c0 to %c10 step %c4 {
      scf.for %arg4 = %c0_0 to %c6 step %c2 {
        %0 = affine.min #map(%arg3)
        %subview = memref.subview %arg0[%arg3, %arg4] [%0, 2] [1, 1] : memref<10x6xi32> to memref<?x2xi32, strided<[6, 1], offset: ?>>
        %subview_1 = memref.subview %arg1[%arg4, 0] [2, 5] [1, 1] : memref<6x5xi32> to memref<2x5xi32, strided<[5, 1], offset: ?>>
        %subview_2 = memref.subview %arg2[%arg3, 0] [%0, 5] [1, 1] : memref<10x5xi32, strided<[8, 1], offset: ?>> to memref<?x5xi32, strided<[8, 1], offset: ?>>
        linalg.matmul ins(%subview, %subview_1 : memref<?x2xi32, strided<[6, 1], offset: ?>>, memref<2x5xi32, strided<[5, 1], offset: ?>>) outs(%subview_2 : memref<?x5xi32, strided<[8, 1], offset: ?>>)
      }
    }
    return
  }
}

