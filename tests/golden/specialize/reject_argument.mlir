// RUN: tilec opt --specialize=arg0=4x9 %s
// What is given must fit the type of the argument.
func.func @f(%a: tensor<?x8xf32>) {
  return
}
