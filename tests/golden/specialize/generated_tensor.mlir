// RUN: tilec opt --specialize=arg0=3 %s
// A tensor that is computed element by element loses its size operand.
// CHECK: tensor.generate
// CHECK-NOT: ?
// CHECK: : tensor<3xindex>
func.func @f(%n: index) -> tensor<?xindex> {
  %g = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<?xindex>
  return %g : tensor<?xindex>
}
