#map = affine_map<(d0) -> (d0 ceildiv 4)>
#map1 = affine_map<(d0) -> (d0 * 4)>
#map2 = affine_map<(d0, d1) -> (d1 - d0, 4)>
module {
  func.func @f(%arg0: memref<?x5xf32>) {
    %c0 = arith.constant 0 : index
    %dim = memref.dim %arg0, %c0 : memref<?x5xf32>
    %0 = affine.apply #map(%dim)
    scf.forall (%arg1) in (%0) {
      %1 = affine.apply #map1(%arg1)
      %2 = affine.min #map2(%1, %dim)
      %subview = memref.subview %arg0[%1, 0] [%2, 5] [1, 1] : memref<?x5xf32> to memref<?x5xf32, strided<[5, 1], offset: ?>>
      linalg.exp ins(%subview : memref<?x5xf32, strided<[5, 1], offset: ?>>) outs(%subview : memref<?x5xf32, strided<[5, 1], offset: ?>>)
    }
    return
  }
}

