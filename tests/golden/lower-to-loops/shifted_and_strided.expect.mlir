#map = affine_map<(d0) -> (d0 * 2 + 3)>
module {
  func.func @f(%arg0: memref<20xf32>, %arg1: memref<8xf32>) {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c1 = arith.constant 1 : index
    scf.for %arg2 = %c0 to %c8 step %c1 {
      %0 = affine.apply #map(%arg2)
      %1 = memref.load %arg0[%0] : memref<20xf32>
      memref.store %1, %arg1[%arg2] : memref<8xf32>
    }
    return
  }
}

