// RUN: tilec opt --specialize=arg0=4 %s
// The path that a shape chooses stays; the other one does not fit it, and goes.
func.func @f(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %is8 = arith.cmpi eq, %n, %c8 : index
  %r = scf.if %is8 -> (tensor<?xf32>) {
    %x = tensor.cast %a : tensor<?xf32> to tensor<8xf32>
    %y = tensor.extract_slice %x[0] [2] [1] : tensor<8xf32> to tensor<2xf32>
    %z = tensor.cast %y : tensor<2xf32> to tensor<?xf32>
    scf.yield %z : tensor<?xf32>
  } else {
    %y = linalg.exp ins(%a : tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %y : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
