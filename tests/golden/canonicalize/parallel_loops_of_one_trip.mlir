// RUN: tilec opt --canonicalize %s
// Constant bounds are written down; a loop of one trip goes, and with the last one the nest.
func.func @f(%a: tensor<?x8xf32>, %n: index) -> (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.forall (%i, %j) in (%n, %c1) shared_outs(%t = %a) -> (tensor<?x8xf32>) {
    %s = tensor.extract_slice %t[%i, %j] [1, 4] [1, 1] : tensor<?x8xf32> to tensor<1x4xf32>
    %e = linalg.exp ins(%s : tensor<1x4xf32>) outs(%s : tensor<1x4xf32>) -> tensor<1x4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %e into %t[%i, %j] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<?x8xf32>
    }
  }
  %1 = scf.forall (%i) = (2) to (4) step (2) shared_outs(%t = %a) -> (tensor<?x8xf32>) {
    %s = tensor.extract_slice %t[%i, 0] [1, 4] [1, 1] : tensor<?x8xf32> to tensor<1x4xf32>
    %e = linalg.exp ins(%s : tensor<1x4xf32>) outs(%s : tensor<1x4xf32>) -> tensor<1x4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %e into %t[%i, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<?x8xf32>
    }
  }
  %2 = scf.forall (%i) in (%c0) shared_outs(%t = %a) -> (tensor<?x8xf32>) {
    %s = tensor.extract_slice %t[%i, 0] [1, 4] [1, 1] : tensor<?x8xf32> to tensor<1x4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %t[%i, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<?x8xf32>
    }
  }
  return %0, %1, %2 : tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>
}
