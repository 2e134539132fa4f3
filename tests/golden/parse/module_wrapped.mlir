// RUN: tilec opt %s
// One module around everything is the module itself; its attributes are kept.
module @m attributes {tilec.note = "x"} {
  func.func private @g(f32) -> f32
  func.func @f(%a: f32 {tilec.name = "a"}) -> (f32 {tilec.name = "r"}) {
    return %a : f32
  }
}
