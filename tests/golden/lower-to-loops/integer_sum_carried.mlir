// RUN: tilec opt --lower-to-loops --remarks %s
// An accumulator of the innermost loops is carried in registers.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @f(%a: memref<4x8xi32>, %o: memref<4xi32>) {
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<4x8xi32>) outs(%o : memref<4xi32>) {
  ^bb0(%x0: i32, %y0: i32):
    %v = arith.addi %y0, %x0 : i32
    linalg.yield %v : i32
  }
  return
}
