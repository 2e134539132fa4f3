// RUN: tilec opt --specialize="arg0=48 arg1=3" %s
// A view of bytes and a tensor that is computed lose their size operands.
// CHECK: memref.view
// CHECK-SAME: : memref<48xi8> to memref<3xf32>
// CHECK: tensor.generate
// CHECK-NOT: ?
// CHECK: : tensor<3xindex>
func.func @f(%raw: memref<?xi8>, %n: index) -> (f32, tensor<?xindex>) {
  %c0 = arith.constant 0 : index
  %v = memref.view %raw[%c0][%n] : memref<?xi8> to memref<?xf32>
  %x = memref.load %v[%c0] : memref<?xf32>
  %g = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %i : index
  } : tensor<?xindex>
  return %x, %g : f32, tensor<?xindex>
}
