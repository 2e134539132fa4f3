#map = affine_map<(d0, d1) -> (d1 * 128 + d0 * 64)>
module {
  func.func @f(%arg0: memref<3x2xf32>) {
    %alloc = memref.alloc() {alignment = 64 : i64, tilec.arena} : memref<384xi8>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    scf.parallel (%arg1, %arg2) = (%c0, %c0) to (%c3, %c2) step (%c1, %c1) {
      %0 = affine.apply #map(%arg2, %arg1)
      %view = memref.view %alloc[%0][] : memref<384xi8> to memref<1xf32>
      %1 = memref.load %arg0[%arg1, %arg2] : memref<3x2xf32>
      memref.store %1, %view[%c0] : memref<1xf32>
      %2 = memref.load %view[%c0] : memref<1xf32>
      memref.store %2, %arg0[%arg1, %arg2] : memref<3x2xf32>
      scf.reduce 
    }
    return
  }
}

