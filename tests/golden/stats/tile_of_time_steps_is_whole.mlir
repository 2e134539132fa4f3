// RUN: tilec stats --bufferize --canonicalize %s
// A loop that does the same to whole tensors in each step goes through no tiles: what is between its ops is whole, and could be fused away.
func.func @f(%x: tensor<64xf32>) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %x) -> (tensor<64xf32>) {
    %e = tensor.empty() : tensor<64xf32>
    %t = linalg.exp ins(%a : tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
    %n = linalg.add ins(%t, %a : tensor<64xf32>, tensor<64xf32>) outs(%a : tensor<64xf32>) -> tensor<64xf32>
    scf.yield %n : tensor<64xf32>
  }
  return %r : tensor<64xf32>
}
