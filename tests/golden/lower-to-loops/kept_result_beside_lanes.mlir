// RUN: tilec opt --lower-to-loops --remarks %s
// An element-wise result is stored in the rows of a lane-ordered one.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @f(%x: memref<4x40xf32>, %y: memref<4x40xf32>, %s: memref<4xf32>) {
  linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<4x40xf32>) outs(%y, %s : memref<4x40xf32>, memref<4xf32>) {
  ^bb0(%a: f32, %o: f32, %acc: f32):
    %e = math.exp %a : f32
    %v = arith.addf %acc, %e : f32
    linalg.yield %e, %v : f32, f32
  }
  return
}
