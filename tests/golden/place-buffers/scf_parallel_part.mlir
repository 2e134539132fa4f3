// RUN: tilec opt --place-buffers %s
// The parts of a parallel loop with two indices, in row-major order.
// STATS: allocs=0, arena_bytes=384
func.func @f(%a: memref<3x2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c3, %c2) step (%c1, %c1) {
    %t = memref.alloc() : memref<1xf32>
    %v = memref.load %a[%i, %j] : memref<3x2xf32>
    memref.store %v, %t[%c0] : memref<1xf32>
    %w = memref.load %t[%c0] : memref<1xf32>
    memref.store %w, %a[%i, %j] : memref<3x2xf32>
    scf.reduce
  }
  return
}
