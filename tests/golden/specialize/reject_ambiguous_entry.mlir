// RUN: tilec opt --specialize=arg0=4 %s
// With several functions, the one to bind must be named.
func.func @f(%a: tensor<?xf32>) {
  return
}
func.func @g(%a: tensor<?xf32>) {
  return
}
