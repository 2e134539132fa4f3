module @m attributes {tilec.note = "x"} {
  func.func private @g(f32) -> f32
  func.func @f(%arg0: f32 {tilec.name = "a"}) -> (f32 {tilec.name = "r"}) {
    return %arg0 : f32
  }
}

