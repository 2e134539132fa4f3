// RUN: tilec opt --specialize="entry=main arg0=4" %s
// A function that calls itself is copied once; what the call in it gives stays open.
func.func private @again(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %stop = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %stop -> (tensor<?xf32>) {
    scf.yield %x : tensor<?xf32>
  } else {
    %y = linalg.exp ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
    %m = arith.subi %n, %c1 : index
    %z = func.call @again(%y, %m) : (tensor<?xf32>, index) -> tensor<?xf32>
    scf.yield %z : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
func.func @main(%a: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %0 = call @again(%a, %n) : (tensor<?xf32>, index) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
