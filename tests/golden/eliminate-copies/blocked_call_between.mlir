// RUN: tilec opt --eliminate-copies --remarks %s
// The callee reads the global that would be overwritten early.
memref.global @g : memref<4xf32> = dense<1.0>
func.func @sum() -> f32 {
  %c0 = arith.constant 0 : index
  %g = memref.get_global @g : memref<4xf32>
  %0 = memref.load %g[%c0] : memref<4xf32>
  return %0 : f32
}
func.func @f(%x: f32) -> f32 {
  %g = memref.get_global @g : memref<4xf32>
  %t = memref.alloc() : memref<4xf32>
  linalg.fill ins(%x : f32) outs(%t : memref<4xf32>)
  %0 = call @sum() : () -> f32
  memref.copy %t, %g : memref<4xf32> to memref<4xf32>
  return %0 : f32
}
