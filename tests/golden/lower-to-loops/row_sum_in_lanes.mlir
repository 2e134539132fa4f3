// RUN: tilec opt --lower-to-loops %s
// Lane order: elements go round 32 lanes, which are then added by halves.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
module attributes {tilec.numerics = "pinned"} {
  func.func @f(%a: memref<3x70xf32>, %o: memref<3xf32>) {
    linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
        ins(%a : memref<3x70xf32>) outs(%o : memref<3xf32>) {
    ^bb0(%x0: f32, %y0: f32):
      %v = arith.addf %y0, %x0 {tilec.order = "lanes"} : f32
      linalg.yield %v : f32
    }
    return
  }
}
