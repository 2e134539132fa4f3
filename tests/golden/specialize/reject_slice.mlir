// RUN: tilec opt --specialize="arg0=5 arg1=3" %s
// A slice must stay inside.
func.func @f(%a: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %0 = tensor.extract_slice %a[%n] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}
