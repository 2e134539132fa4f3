// RUN: tilec opt --canonicalize %s
// A tensor whose result nobody looks at, or into which nothing is put, is not shared.
func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>, %c: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:3 = scf.forall (%i) in (%n) shared_outs(%t = %a, %u = %b, %v = %c) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
    %s = tensor.extract_slice %t[%i] [1] [1] : tensor<?xf32> to tensor<1xf32>
    %w = tensor.extract_slice %v[0] [1] [1] : tensor<?xf32> to tensor<1xf32>
    %x = tensor.extract_slice %u[%i] [1] [1] : tensor<?xf32> to tensor<1xf32>
    %e = linalg.add ins(%s, %w : tensor<1xf32>, tensor<1xf32>) outs(%x : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %t[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
      tensor.parallel_insert_slice %e into %u[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
    }
  }
  return %0#1, %0#2 : tensor<?xf32>, tensor<?xf32>
}
