// RUN: tilec opt --results-to-out-params %s
// Buffers become arguments after the others, in order; scalars stay results.
func.func @f(%a: memref<8xf32> {tilec.name = "a"}, %s: f32) -> (memref<8xf32>, f32, memref<2xi32>) {
  %t = memref.alloc() : memref<2xi32>
  %c = arith.constant 7 : i32
  linalg.fill ins(%c : i32) outs(%t : memref<2xi32>)
  return %a, %s, %t : memref<8xf32>, f32, memref<2xi32>
}
