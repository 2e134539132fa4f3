module {
  func.func @f(%arg0: f32) -> f32 {
    %cst = arith.constant 1.000000e+00 : f32
    %0 = arith.addf %arg0, %cst : f32
    return %0 : f32
  }
  func.func private @g(f32, tensor<4xf32> {tilec.a = 1 : i64}) -> (f32, f32)
  func.func public @h(%arg0: f32) -> f32 {
    %cst = arith.constant 1.000000e+00 : f32
    %0 = arith.addf %arg0, %cst : f32
    return %0 : f32
  }
}

