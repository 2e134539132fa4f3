// RUN: tilec opt --lower-to-loops --remarks %s
// A buffer laid out by an arbitrary map.
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @f(%a: memref<4x5xf32, affine_map<(d0, d1) -> (d1, d0)>>, %o: memref<4x5xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<4x5xf32, affine_map<(d0, d1) -> (d1, d0)>>) outs(%o : memref<4x5xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    linalg.yield %x0 : f32
  }
  return
}
