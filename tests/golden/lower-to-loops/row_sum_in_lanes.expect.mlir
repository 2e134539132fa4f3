#map = affine_map<(d0) -> (d0 * 32)>
#map1 = affine_map<(d0, d1) -> (d0 + d1)>
#map2 = affine_map<(d0) -> (d0 + 64)>
#map3 = affine_map<(d0) -> (d0 + 16)>
#map4 = affine_map<(d0) -> (d0 + 8)>
#map5 = affine_map<(d0) -> (d0 + 4)>
#map6 = affine_map<(d0) -> (d0 + 2)>
module attributes {tilec.numerics = "pinned"} {
  func.func @f(%arg0: memref<3x70xf32>, %arg1: memref<3xf32>) {
    %alloca = memref.alloca() : memref<32xf32>
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c2 = arith.constant 2 : index
    %c6 = arith.constant 6 : index
    %c16 = arith.constant 16 : index
    %c8 = arith.constant 8 : index
    %c4 = arith.constant 4 : index
    scf.for %arg2 = %c0 to %c3 step %c1 {
      scf.for %arg3 = %c0 to %c32 step %c1 {
        %6 = memref.load %arg0[%arg2, %arg3] : memref<3x70xf32>
        memref.store %6, %alloca[%arg3] : memref<32xf32>
      }
      scf.for %arg3 = %c1 to %c2 step %c1 {
        %6 = affine.apply #map(%arg3)
        scf.for %arg4 = %c0 to %c32 step %c1 {
          %7 = affine.apply #map1(%6, %arg4)
          %8 = memref.load %alloca[%arg4] : memref<32xf32>
          %9 = memref.load %arg0[%arg2, %7] : memref<3x70xf32>
          %10 = arith.addf %8, %9 : f32
          memref.store %10, %alloca[%arg4] : memref<32xf32>
        }
      }
      scf.for %arg3 = %c0 to %c6 step %c1 {
        %6 = affine.apply #map2(%arg3)
        %7 = memref.load %alloca[%arg3] : memref<32xf32>
        %8 = memref.load %arg0[%arg2, %6] : memref<3x70xf32>
        %9 = arith.addf %7, %8 : f32
        memref.store %9, %alloca[%arg3] : memref<32xf32>
      }
      scf.for %arg3 = %c0 to %c16 step %c1 {
        %6 = affine.apply #map3(%arg3)
        %7 = memref.load %alloca[%arg3] : memref<32xf32>
        %8 = memref.load %alloca[%6] : memref<32xf32>
        %9 = arith.addf %7, %8 : f32
        memref.store %9, %alloca[%arg3] : memref<32xf32>
      }
      scf.for %arg3 = %c0 to %c8 step %c1 {
        %6 = affine.apply #map4(%arg3)
        %7 = memref.load %alloca[%arg3] : memref<32xf32>
        %8 = memref.load %alloca[%6] : memref<32xf32>
        %9 = arith.addf %7, %8 : f32
        memref.store %9, %alloca[%arg3] : memref<32xf32>
      }
      scf.for %arg3 = %c0 to %c4 step %c1 {
        %6 = affine.apply #map5(%arg3)
        %7 = memref.load %alloca[%arg3] : memref<32xf32>
        %8 = memref.load %alloca[%6] : memref<32xf32>
        %9 = arith.addf %7, %8 : f32
        memref.store %9, %alloca[%arg3] : memref<32xf32>
      }
      scf.for %arg3 = %c0 to %c2 step %c1 {
        %6 = affine.apply #map6(%arg3)
        %7 = memref.load %alloca[%arg3] : memref<32xf32>
        %8 = memref.load %alloca[%6] : memref<32xf32>
        %9 = arith.addf %7, %8 : f32
        memref.store %9, %alloca[%arg3] : memref<32xf32>
      }
      %0 = memref.load %alloca[%c0] : memref<32xf32>
      %1 = memref.load %alloca[%c1] : memref<32xf32>
      %2 = arith.addf %0, %1 : f32
      memref.store %2, %alloca[%c0] : memref<32xf32>
      %3 = memref.load %arg1[%arg2] : memref<3xf32>
      %4 = memref.load %alloca[%c0] : memref<32xf32>
      %5 = arith.addf %3, %4 : f32
      memref.store %5, %arg1[%arg2] : memref<3xf32>
    }
    return
  }
}

