// RUN: tilec opt --expand-math --remarks %s
// A combiner in lane order is expanded after lower-to-loops.
#id = affine_map<(d0) -> (d0)>
#n = affine_map<(d0) -> ()>
module attributes {tilec.numerics = "pinned"} {
  func.func @f(%a: memref<40xf16>, %o: memref<f16>) {
    linalg.generic {indexing_maps = [#id, #n], iterator_types = ["reduction"]}
        ins(%a : memref<40xf16>) outs(%o : memref<f16>) {
    ^bb0(%x0: f16, %y0: f16):
      %v = arith.addf %y0, %x0 {tilec.order = "lanes"} : f16
      linalg.yield %v : f16
    }
    return
  }
}
