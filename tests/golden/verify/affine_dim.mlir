// RUN: tilec opt %s
// A dim is a symbol or varies as affine loops do.
func.func @f(%n: index, %a: f32, %m: memref<?xf32>) {
  scf.for %i = %n to %n step %n {
    affine.store %a, %m[%i + 1] : memref<?xf32>
  }
  affine.for %j = 0 to 4 {
    %r = affine.load %m[%j] : memref<?xf32>
    %s = affine.apply affine_map<()[s0] -> (s0)>()[%j]
  }
  return
}
