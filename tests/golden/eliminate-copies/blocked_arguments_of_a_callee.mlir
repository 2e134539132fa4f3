// RUN: tilec opt --eliminate-copies --remarks %s
// The caller passes one buffer twice: computing in %o would change what %a still has.
func.func @reverse(%a: memref<4xf32>, %o: memref<4xf32>) {
  %t = memref.alloc() : memref<4xf32>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (-d0 + 3)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%a : memref<4xf32>) outs(%t : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  memref.copy %t, %o : memref<4xf32> to memref<4xf32>
  return
}
func.func @in_place(%a: memref<4xf32>) {
  call @reverse(%a, %a) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}
