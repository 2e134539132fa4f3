#map = affine_map<(d0)[s0] -> (-d0 + s0, 32)>
#map1 = affine_map<(d0)[s0] -> (-d0 + s0, 16)>
module {
  func.func @f(%arg0: index, %arg1: index) -> (index, index) {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %0:2 = scf.for %arg2 = %c0 to %arg1 step %c32 iter_args(%arg3 = %arg0, %arg4 = %arg0) -> (index, index) {
      %1 = affine.min #map(%arg2)[%arg1]
      %2 = affine.min #map1(%arg2)[%arg1]
      %3 = arith.muli %1, %arg3 : index
      %4 = arith.muli %2, %arg4 : index
      scf.yield %3, %4 : index, index
    }
    return %0#0, %0#1 : index, index
  }
}

