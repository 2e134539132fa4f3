#map = affine_map<(d0)[s0] -> (-d0 + s0)>
module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: memref<64xindex>, %arg1: index) {
    %c0 = arith.constant 0 : index
    %c10 = arith.constant 10 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    scf.for %arg2 = %c0 to %c8 step %c4 {
      %c4_0 = arith.constant 4 : index
      memref.store %c4_0, %arg0[%arg2] : memref<64xindex>
    } {whole}
    scf.for %arg2 = %c8 to %c10 step %c4 {
      %0 = affine.apply #map(%arg2)[%c10]
      memref.store %0, %arg0[%arg2] : memref<64xindex>
    } {rest}
    return
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match ops{["scf.for"]} in %arg0 : (!transform.any_op) -> !transform.op<"scf.for">
    %peeled_loop, %remainder_loop = transform.loop.peel %0 : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    transform.annotate %peeled_loop "whole" : !transform.any_op
    transform.annotate %remainder_loop "rest" : !transform.any_op
    transform.yield 
  }
}

