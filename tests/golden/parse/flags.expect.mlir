module {
  func.func @f(%arg0: f32, %arg1: i32) -> (f32, f32, i32, i32, f16) {
    %0 = arith.addf %arg0, %arg0 fastmath<nnan,contract> : f32
    %1 = math.exp %0 fastmath<fast> : f32
    %2 = arith.addi %arg1, %arg1 overflow<nsw, nuw> : i32
    %3 = arith.divsi %2, %arg1 exact : i32
    %4 = arith.truncf %1 to_nearest_even : f32 to f16
    return %0, %1, %2, %3, %4 : f32, f32, i32, i32, f16
  }
}

