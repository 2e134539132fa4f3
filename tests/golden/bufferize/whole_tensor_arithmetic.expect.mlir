#map = affine_map<(d0) -> (d0)>
module {
  func.func @f(%arg0: memref<8xf32>) -> memref<8xf32> {
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
    linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg0 : memref<8xf32>, memref<8xf32>) outs(%alloc : memref<8xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %0 = arith.addf %in, %in_0 : f32
      linalg.yield %0 : f32
    }
    return %alloc : memref<8xf32>
  }
}

