#map = affine_map<(d0) -> (d0)>
module {
  func.func @f(%arg0: memref<40xf32>, %arg1: f32, %arg2: memref<40xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<40xf32>
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : memref<40xf32>) outs(%alloc : memref<40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.mulf %in, %arg1 : f32
      linalg.yield %0 : f32
    }
    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%alloc : memref<40xf32>) outs(%alloc : memref<40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.maximumf %in, %cst : f32
      linalg.yield %0 : f32
    }
    memref.copy %alloc, %arg2 : memref<40xf32> to memref<40xf32>
    return
  }
}

