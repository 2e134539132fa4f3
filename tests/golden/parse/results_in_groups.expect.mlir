module {
  func.func @f(%arg0: i32) -> (i32, i32, i32, i32) {
    %low, %high = arith.mulsi_extended %arg0, %arg0 : i32
    %low_0, %high_1 = arith.mului_extended %low, %high : i32
    return %low, %high, %low_0, %high_1 : i32, i32, i32, i32
  }
}

