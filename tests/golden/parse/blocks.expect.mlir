module {
  func.func @count(%arg0: i32, %arg1: i1) -> i32 {
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    cf.br ^bb1(%c0_i32 : i32)
  ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb2
    %1 = arith.cmpi slt, %0, %arg0 : i32
    cf.cond_br %1 weights([9, 1]), ^bb2, ^bb3(%0 : i32)
  ^bb2:  // pred: ^bb1
    %2 = arith.addi %0, %c1_i32 : i32
    cf.br ^bb1(%2 : i32)
  ^bb3(%3: i32):  // pred: ^bb1
    cf.cond_br %arg1, ^bb4, ^bb4
  ^bb4:  // 3 preds: ^bb3, ^bb3, ^bb5
    return %3 : i32
  ^bb5:  // no predecessors
    cf.br ^bb4
  }
}

