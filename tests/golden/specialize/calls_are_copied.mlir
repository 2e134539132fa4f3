// RUN: tilec opt --specialize="entry=main arg0=4 arg1=8" %s
// A function that is called gets a private copy for each kind of arguments; one that nobody calls any more goes.
func.func private @double(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.add ins(%x, %x : tensor<?xf32>, tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = call @double(%a) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = call @double(%b) : (tensor<?xf32>) -> tensor<?xf32>
  %2 = call @double(%0) : (tensor<?xf32>) -> tensor<?xf32>
  return %1, %0, %2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
