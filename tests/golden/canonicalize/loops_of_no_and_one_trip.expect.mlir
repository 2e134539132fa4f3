module {
  func.func @f(%arg0: index, %arg1: index) -> (index, index, index) {
    %c1 = arith.constant 1 : index
    %0 = arith.muli %arg0, %arg1 : index
    %1 = arith.addi %0, %c1 : index
    return %arg0, %1, %0 : index, index, index
  }
}

