// RUN: tilec opt --lower-to-loops --vectorize --remarks %s
// A maximum goes to lanes beside a result that is stored in rows, so that both become vectors.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @f(%x: memref<4x64xf32>, %y: memref<4x64xf32>, %m: memref<4xf32>) {
  linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<4x64xf32>) outs(%y, %m : memref<4x64xf32>, memref<4xf32>) {
  ^bb0(%a: f32, %o: f32, %acc: f32):
    %n = arith.negf %a : f32
    %v = arith.maximumf %acc, %n : f32
    linalg.yield %n, %v : f32, f32
  }
  return
}
