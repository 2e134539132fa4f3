// RUN: tilec opt %s
// Attributes are sorted by name; odd names are quoted; unit prints bare.
func.func private @f() attributes {tilec.z = 1 : i8, tilec.a = unit, "tilec.odd key" = "a\0Ab", tilec.m = [1, 2.0 : f32, "x", @g],
  tilec.d = {b = true, a = false}, tilec.t = tensor<4xf32>, tilec.r = array<i64: 1, 2>}
