// RUN: tilec opt %s
// Extra attributes of a generic may stand in either dictionary.
#id = affine_map<(d0) -> (d0)>
func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) {
  linalg.generic {doc = "copies", indexing_maps = [#id, #id], iterator_types = ["parallel"], library_call = "copy"}
      ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) attrs = {tilec.tag = 1 : i64} {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}
