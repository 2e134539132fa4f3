module {
  func.func @f() -> i32 {
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %0 = arith.divsi %c1_i32, %c0_i32 : i32
    return %0 : i32
  }
}

