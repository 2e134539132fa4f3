// RUN: tilec opt %s
// Bounds, accesses and extrema of affine.
#tile = affine_map<(d0)[s0] -> (8, -d0 + s0)>
func.func @affine(%n: index, %m: memref<?x4xf32>, %x: f32) -> f32 {
  %r = affine.for %i = 0 to %n step 8 iter_args(%acc = %x) -> (f32) {
    %size = affine.min #tile(%i)[%n]
    %low = affine.max affine_map<(d0) -> (d0, 1)>(%size)
    affine.for %j = max affine_map<(d0) -> (d0, 0)>(%i) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%i)[%n] {
      %v = affine.load %m[%j + 1 - 1, %i mod 4] : memref<?x4xf32>
      affine.store %v, %m[symbol(%n) + %j * 2 - 3, 0] : memref<?x4xf32>
    }
    affine.for %k = -3 to affine_map<(d0) -> (d0 * 2)>(%i) { } {unrolled}
    %s = arith.addf %acc, %x : f32
    affine.yield %s : f32
  }
  return %r : f32
}
