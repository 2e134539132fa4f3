// RUN: tilec opt --lower-to-loops %s
// Composite indices become affine.apply.
#id = affine_map<(d0) -> (d0)>
#s = affine_map<(d0) -> (d0 * 2 + 3)>
func.func @f(%a: memref<20xf32>, %o: memref<8xf32>) {
  linalg.generic {indexing_maps = [#s, #id], iterator_types = ["parallel"]}
      ins(%a : memref<20xf32>) outs(%o : memref<8xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    linalg.yield %x0 : f32
  }
  return
}
