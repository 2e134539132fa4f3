// RUN: tilec opt --specialize="arg0=0 arg1=2" %s
// A slice of nothing may start at the end; mlir-opt accepts that only of an offset that is an operand.
func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = tensor.extract_slice %a[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %1 = tensor.extract_slice %b[2] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}
