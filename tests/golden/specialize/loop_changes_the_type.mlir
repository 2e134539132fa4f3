// RUN: tilec opt --specialize="arg0=8 arg1=8" --remarks %s
// A value that has another size on the next trip keeps its ?, and a cast stands where the two types meet.
func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (tensor<?xf32>, tensor<?xf32>) {
    %s = tensor.extract_slice %y[0] [4] [1] : tensor<?xf32> to tensor<4xf32>
    %c = tensor.cast %s : tensor<4xf32> to tensor<?xf32>
    scf.yield %c, %y : tensor<?xf32>, tensor<?xf32>
  }
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xf32>
}
