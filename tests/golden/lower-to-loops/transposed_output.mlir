// RUN: tilec opt --lower-to-loops %s
// Output maps place the store.
#id = affine_map<(d0, d1) -> (d0, d1)>
#tr = affine_map<(d0, d1) -> (d1, d0)>
func.func @f(%a: memref<4x8xf32>, %o: memref<8x4xf32>) {
  linalg.generic {indexing_maps = [#id, #tr], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<4x8xf32>) outs(%o : memref<8x4xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    linalg.yield %x0 : f32
  }
  return
}
