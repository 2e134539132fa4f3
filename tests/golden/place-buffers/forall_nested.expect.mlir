#map = affine_map<(d0) -> (d0 * 192)>
#map1 = affine_map<(d0, d1) -> (d1 * 192 + d0 * 64 + 64)>
module {
  func.func @f(%arg0: memref<3x2x16xf32>) {
    %alloc = memref.alloc() {alignment = 64 : i64, tilec.arena} : memref<576xi8>
    scf.forall (%arg1) in (3) {
      %0 = affine.apply #map(%arg1)
      %view = memref.view %alloc[%0][] : memref<576xi8> to memref<16xf32>
      %c0 = arith.constant 0 : index
      %1 = memref.load %arg0[%arg1, %c0, %c0] : memref<3x2x16xf32>
      linalg.fill ins(%1 : f32) outs(%view : memref<16xf32>)
      scf.forall (%arg2) in (2) {
        %2 = affine.apply #map1(%arg2, %arg1)
        %view_0 = memref.view %alloc[%2][] : memref<576xi8> to memref<16xf32>
        linalg.exp ins(%view : memref<16xf32>) outs(%view_0 : memref<16xf32>)
        %subview = memref.subview %arg0[%arg1, %arg2, 0] [1, 1, 16] [1, 1, 1] : memref<3x2x16xf32> to memref<16xf32, strided<[1], offset: ?>>
        memref.copy %view_0, %subview : memref<16xf32> to memref<16xf32, strided<[1], offset: ?>>
      }
    }
    return
  }
}

