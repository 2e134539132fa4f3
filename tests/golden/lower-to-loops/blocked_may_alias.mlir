// RUN: tilec opt --lower-to-loops --remarks %s
// The buffer that is summed holds the sum: the lane order would read other values.
#id = affine_map<(d0) -> (d0)>
#zero = affine_map<(d0) -> (0)>
module attributes {tilec.numerics = "pinned"} {
  func.func @f(%a: memref<40xf32>) {
    linalg.generic {indexing_maps = [#id, #zero], iterator_types = ["reduction"]}
        ins(%a : memref<40xf32>) outs(%a : memref<40xf32>) {
    ^bb0(%x0: f32, %y0: f32):
      %v = arith.addf %y0, %x0 {tilec.order = "lanes"} : f32
      linalg.yield %v : f32
    }
    return
  }
}
