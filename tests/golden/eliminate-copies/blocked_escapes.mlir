// RUN: tilec opt --eliminate-copies --remarks %s
// The temporary is handed on.
#id = affine_map<(d0) -> (d0)>
func.func @f(%a: memref<8xf32>, %o: memref<8xf32>) -> memref<8xf32> {
  %t = memref.alloc() : memref<8xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : memref<8xf32>) outs(%t : memref<8xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = arith.negf %x0 : f32
    linalg.yield %v : f32
  }
  memref.copy %t, %o : memref<8xf32> to memref<8xf32>
  return %t : memref<8xf32>
}
