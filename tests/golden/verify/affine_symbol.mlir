// RUN: tilec opt %s
// A symbol does not change inside of the function.
func.func @f(%n: index, %m: memref<?xf32>) {
  scf.for %i = %n to %n step %n {
    %d = arith.addi %i, %n : index
    affine.for %j = 0 to affine_map<()[s0] -> (s0)>()[%d] {
    }
    %r = affine.load %m[symbol(%i)] : memref<?xf32>
  }
  return
}
