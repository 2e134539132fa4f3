// RUN: tilec opt --canonicalize %s
// A branch whose condition is known is what it does.
func.func @f(%a: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = arith.cmpi slt, %c0, %c1 : index
  %0 = scf.if %t -> (f32) {
    %x = math.exp %a : f32
    scf.yield %x : f32
  } else {
    scf.yield %a : f32
  }
  return %0 : f32
}
