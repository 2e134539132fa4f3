// RUN: tilec opt --lower-to-loops %s
// No loop.
#n = affine_map<() -> ()>
func.func @f(%a: memref<f32>, %o: memref<f32>) {
  linalg.generic {indexing_maps = [#n, #n], iterator_types = []}
      ins(%a : memref<f32>) outs(%o : memref<f32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = arith.negf %x0 : f32
    linalg.yield %v : f32
  }
  return
}
