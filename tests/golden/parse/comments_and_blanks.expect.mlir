module {
  func.func @f(%arg0: f32) -> f32 {
    return %arg0 : f32
  }
}

