module {
  func.func @f(%arg0: memref<4x6xf32>, %arg1: f32) -> memref<4x6xf32> {
    scf.forall (%arg2) in (4) {
      %subview = memref.subview %arg0[%arg2, 0] [1, 6] [1, 1] : memref<4x6xf32> to memref<6xf32, strided<[1], offset: ?>>
      %alloc = memref.alloc() {alignment = 64 : i64} : memref<6xf32>
      memref.copy %subview, %alloc : memref<6xf32, strided<[1], offset: ?>> to memref<6xf32>
      scf.forall (%arg3) = (0) to (6) step (3) {
        %subview_1 = memref.subview %alloc[%arg3] [3] [1] : memref<6xf32> to memref<3xf32, strided<[1], offset: ?>>
        linalg.fill ins(%arg1 : f32) outs(%subview_1 : memref<3xf32, strided<[1], offset: ?>>)
      }
      %subview_0 = memref.subview %arg0[%arg2, 0] [1, 6] [1, 1] : memref<4x6xf32> to memref<6xf32, strided<[1], offset: ?>>
      memref.copy %alloc, %subview_0 : memref<6xf32> to memref<6xf32, strided<[1], offset: ?>>
    }
    return %arg0 : memref<4x6xf32>
  }
}

