#map = affine_map<(d0) -> (3, d0 - (d0 - 3) mod 4)>
#map1 = affine_map<(d0)[s0] -> (-d0 + s0)>
module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: memref<64xindex>, %arg1: index) {
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %0 = affine.max #map(%arg1)
    scf.for %arg2 = %c3 to %0 step %c4 {
      %c4_0 = arith.constant 4 : index
      memref.store %c4_0, %arg0[%arg2] : memref<64xindex>
    }
    scf.for %arg2 = %0 to %arg1 step %c4 {
      %1 = affine.apply #map1(%arg2)[%arg1]
      memref.store %1, %arg0[%arg2] : memref<64xindex>
    }
    return
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match ops{["scf.for"]} in %arg0 : (!transform.any_op) -> !transform.op<"scf.for">
    %peeled_loop, %remainder_loop = transform.loop.peel %0 : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    transform.yield 
  }
}

