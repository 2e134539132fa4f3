// RUN: tilec opt --specialize=arg0=3 --remarks %s
// What a function without a body gives is not known; it is called with the types that it declares.
func.func private @ext(tensor<?xf32>) -> tensor<?xf32>
func.func @f(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = call @ext(%a) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
