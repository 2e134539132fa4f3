#map = affine_map<(d0) -> (-d0 + 10, 4)>
module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: memref<64xindex>, %arg1: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c9 = arith.constant 9 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c2 = arith.constant 2 : index
    scf.for %arg2 = %c0 to %c9 step %c3 {
      memref.store %c4, %arg0[%arg2] : memref<64xindex>
      %0 = arith.addi %arg2, %c1 : index
      %1 = affine.min #map(%0)
      memref.store %1, %arg0[%0] : memref<64xindex>
      %2 = arith.addi %arg2, %c2 : index
      %3 = affine.min #map(%2)
      memref.store %3, %arg0[%2] : memref<64xindex>
    }
    memref.store %c1, %arg0[%c9] : memref<64xindex>
    return
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match ops{["scf.for"]} in %arg0 : (!transform.any_op) -> !transform.op<"scf.for">
    transform.loop.unroll %0 {factor = 3 : i64} : !transform.op<"scf.for">
    transform.yield 
  }
}

