// RUN: tilec opt --lower-to-loops --remarks %s
// Marked as lane-ordered, but there is no reduction.
#id = affine_map<(d0) -> (d0)>
module attributes {tilec.numerics = "pinned"} {
  func.func @f(%a: memref<40xf32>, %o: memref<40xf32>) {
    linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%a : memref<40xf32>) outs(%o : memref<40xf32>) {
    ^bb0(%x0: f32, %y0: f32):
      %v = arith.addf %y0, %x0 {tilec.order = "lanes"} : f32
      linalg.yield %v : f32
    }
    return
  }
}
