// RUN: tilec opt --lower-to-loops --remarks %s
// Iteration order; the accumulator stays in memory as the reduction is outside.
#id = affine_map<(d0, d1) -> (d0, d1)>
#col = affine_map<(d0, d1) -> (d1)>
func.func @f(%a: memref<4x8xf32>, %o: memref<8xf32>) {
  linalg.generic {indexing_maps = [#id, #col], iterator_types = ["reduction", "parallel"]}
      ins(%a : memref<4x8xf32>) outs(%o : memref<8xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = arith.addf %y0, %x0 : f32
    linalg.yield %v : f32
  }
  return
}
