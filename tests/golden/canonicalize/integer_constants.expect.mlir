module {
  func.func @f() -> (i8, i8, i8) {
    %c2_i8 = arith.constant 2 : i8
    %c-127_i8 = arith.constant -127 : i8
    %c0_i8 = arith.constant 0 : i8
    return %c-127_i8, %c2_i8, %c0_i8 : i8, i8, i8
  }
}

