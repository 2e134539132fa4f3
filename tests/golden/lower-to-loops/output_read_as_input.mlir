// RUN: tilec opt --lower-to-loops --remarks %s
// The input is the buffer of the output: the accumulator stays in memory.
#id = affine_map<(d0) -> (d0)>
#zero = affine_map<(d0) -> (0)>
func.func @f(%a: memref<8xi32>) {
  linalg.generic {indexing_maps = [#id, #zero], iterator_types = ["reduction"]}
      ins(%a : memref<8xi32>) outs(%a : memref<8xi32>) {
  ^bb0(%x0: i32, %y0: i32):
    %v = arith.addi %y0, %x0 : i32
    linalg.yield %v : i32
  }
  return
}
