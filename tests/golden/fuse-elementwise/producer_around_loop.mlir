// RUN: tilec opt --fuse-elementwise --remarks %s
// The producer is outside the loop: as mlir-opt does it, it is computed inside, in each trip.
func.func @f(%a: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.abs ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = scf.for %i = %c0 to %c3 step %c1 iter_args(%acc = %o) -> tensor<4xf32> {
    %2 = linalg.add ins(%0, %acc : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %2 : tensor<4xf32>
  }
  return %1 : tensor<4xf32>
}
