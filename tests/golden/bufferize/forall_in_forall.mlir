// RUN: tilec opt --bufferize --eliminate-copies %s
// A loop in a loop: the inner one works on a copy of its part, one more than mlir-opt makes. It could do without.
func.func @f(%a: tensor<4x6xf32>, %v: f32) -> tensor<4x6xf32> {
  %r = scf.forall (%i) in (4) shared_outs(%x = %a) -> (tensor<4x6xf32>) {
    %s = tensor.extract_slice %x[%i, 0] [1, 6] [1, 1] : tensor<4x6xf32> to tensor<6xf32>
    %q = scf.forall (%j) = (0) to (6) step (3) shared_outs(%y = %s) -> (tensor<6xf32>) {
      %t = tensor.extract_slice %y[%j] [3] [1] : tensor<6xf32> to tensor<3xf32>
      %f = linalg.fill ins(%v : f32) outs(%t : tensor<3xf32>) -> tensor<3xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %f into %y[%j] [3] [1] : tensor<3xf32> into tensor<6xf32>
      }
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %q into %x[%i, 0] [1, 6] [1, 1] : tensor<6xf32> into tensor<4x6xf32>
    }
  }
  return %r : tensor<4x6xf32>
}
