module {
  func.func private @f() attributes {tilec.a, tilec.d = {a = false, b = true}, tilec.m = [1, 2.000000e+00 : f32, "x", @g], "tilec.odd key" = "a\0Ab", tilec.r = array<i64: 1, 2>, tilec.t = tensor<4xf32>, tilec.z = 1 : i8}
}

