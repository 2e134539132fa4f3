// RUN: tilec opt --specialize="arg0=4x8 arg1=4x3" --remarks %s
// Where two paths meet, a type knows what both know.
func.func @f(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: i1) -> (tensor<?x?xf32>, index) {
  %c0 = arith.constant 0 : index
  %r = scf.if %c -> (tensor<?x?xf32>) {
    scf.yield %a : tensor<?x?xf32>
  } else {
    scf.yield %b : tensor<?x?xf32>
  }
  %d = tensor.dim %r, %c0 : tensor<?x?xf32>
  return %r, %d : tensor<?x?xf32>, index
}
