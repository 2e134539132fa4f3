// RUN: tilec opt --apply-schedule %s
// A sum that does not change moves out; a division, which may stop the program, only if it runs for certain.
module attributes {transform.with_named_sequence} {
  func.func @f(%m: memref<4xi32>, %n: index, %x: i32, %y: i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      %s = arith.addi %x, %y : i32
      %d = arith.divsi %x, %y : i32
      %t = arith.muli %s, %d : i32
      memref.store %t, %m[%i] : memref<4xi32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %l = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_licm to %l : !transform.any_op
    transform.yield
  }
}
