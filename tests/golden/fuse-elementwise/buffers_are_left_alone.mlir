// RUN: tilec opt --fuse-elementwise --remarks %s
// Fusion is about tensors; between buffers there is no edge.
#id = affine_map<(d0) -> (d0)>
func.func @f(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : memref<8xf32>) outs(%b : memref<8xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = arith.negf %x0 : f32
    linalg.yield %v : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%b : memref<8xf32>) outs(%c : memref<8xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = math.absf %x0 : f32
    linalg.yield %v : f32
  }
  return
}
