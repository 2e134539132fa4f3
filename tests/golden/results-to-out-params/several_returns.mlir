// RUN: tilec opt --results-to-out-params %s
// Each return fills the argument.
func.func @f(%c: i1, %a: memref<4xf32>, %b: memref<4xf32>, %n: i32) -> (i32, memref<4xf32>) {
  cf.cond_br %c, ^first, ^second
^first:
  return %n, %a : i32, memref<4xf32>
^second:
  return %n, %b : i32, memref<4xf32>
}
