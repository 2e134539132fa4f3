module {
  func.func @f(%arg0: f32) -> f32 {
    %0 = arith.negf %arg0 : f32
    %1 = arith.negf %0 : f32
    %2 = arith.negf %1 : f32
    %3 = arith.negf %2 : f32
    return %3 : f32
  }
}

