#map = affine_map<(d0) -> ((d0 floordiv 2) * 64)>
module {
  func.func @f(%arg0: memref<8x16xf32>) {
    %alloc = memref.alloc() {alignment = 64 : i64, tilec.arena} : memref<256xi8>
    scf.forall (%arg1) = (0) to (8) step (2) {
      %0 = affine.apply #map(%arg1)
      %view = memref.view %alloc[%0][] : memref<256xi8> to memref<16xf32>
      %subview = memref.subview %arg0[%arg1, 0] [1, 16] [1, 1] : memref<8x16xf32> to memref<16xf32, strided<[1], offset: ?>>
      memref.copy %subview, %view : memref<16xf32, strided<[1], offset: ?>> to memref<16xf32>
      linalg.exp ins(%view : memref<16xf32>) outs(%subview : memref<16xf32, strided<[1], offset: ?>>)
    }
    return
  }
}

