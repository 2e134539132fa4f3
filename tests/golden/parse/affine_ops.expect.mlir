#map = affine_map<(d0)[s0] -> (8, -d0 + s0)>
#map1 = affine_map<(d0) -> (d0, 1)>
#map2 = affine_map<(d0) -> (d0, 0)>
#map3 = affine_map<(d0)[s0] -> (d0 + 8, s0)>
#map4 = affine_map<(d0) -> (d0 * 2)>
module {
  func.func @affine(%arg0: index, %arg1: memref<?x4xf32>, %arg2: f32) -> f32 {
    %0 = affine.for %arg3 = 0 to %arg0 step 8 iter_args(%arg4 = %arg2) -> (f32) {
      %1 = affine.min #map(%arg3)[%arg0]
      %2 = affine.max #map1(%1)
      affine.for %arg5 = max #map2(%arg3) to min #map3(%arg3)[%arg0] {
        %4 = affine.load %arg1[%arg5, %arg3 mod 4] : memref<?x4xf32>
        affine.store %4, %arg1[%arg5 * 2 + symbol(%arg0) - 3, 0] : memref<?x4xf32>
      }
      affine.for %arg5 = -3 to #map4(%arg3) {
      } {unrolled}
      %3 = arith.addf %arg4, %arg2 : f32
      affine.yield %3 : f32
    }
    return %0 : f32
  }
}

