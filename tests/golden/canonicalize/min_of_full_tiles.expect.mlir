module {
  func.func @f(%arg0: index) -> index {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c32 = arith.constant 32 : index
    %0 = scf.for %arg1 = %c0 to %c64 step %c32 iter_args(%arg2 = %arg0) -> (index) {
      %1 = arith.muli %c32, %arg2 : index
      scf.yield %1 : index
    }
    return %0 : index
  }
}

