#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
module {
  func.func @f(%arg0: memref<f32>, %arg1: memref<0xf32>) -> memref<f32> {
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<f32>
    memref.copy %arg0, %alloc : memref<f32> to memref<f32>
    linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%arg1 : memref<0xf32>) outs(%alloc : memref<f32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    }
    return %alloc : memref<f32>
  }
}

