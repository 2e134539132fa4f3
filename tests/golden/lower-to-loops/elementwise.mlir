// RUN: tilec opt --lower-to-loops %s
// One loop a dimension, in order.
#id = affine_map<(d0, d1) -> (d0, d1)>
#col = affine_map<(d0, d1) -> (d1)>
func.func @f(%a: memref<4x8xf32>, %r: memref<8xf32>, %o: memref<4x8xf32>) {
  linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %r : memref<4x8xf32>, memref<8xf32>) outs(%o : memref<4x8xf32>) {
  ^bb0(%x0: f32, %x1: f32, %y0: f32):
    %v = arith.addf %x0, %x1 : f32
    linalg.yield %v : f32
  }
  return
}
