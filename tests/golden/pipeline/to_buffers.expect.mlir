#map = affine_map<(d0) -> (d0)>
module {
  func.func @f(%arg0: memref<40xf32>, %arg1: f32, %arg2: memref<40xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : memref<40xf32>) outs(%arg2 : memref<40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.mulf %in, %arg1 : f32
      %1 = arith.maximumf %0, %cst : f32
      linalg.yield %1 : f32
    }
    return
  }
}

