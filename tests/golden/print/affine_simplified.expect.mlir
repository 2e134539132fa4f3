#map = affine_map<(d0, d1) -> (-d1 + d0, d0 + 3, 0, d0 * 2)>
#map1 = affine_map<(d0, d1)[s0] -> ((d0 + d1) * 2, d0 ceildiv 3, d0 + s0 + s0, 0)>
#map2 = affine_map<() -> ()>
module {
  func.func private @f() attributes {tilec.a = #map, tilec.b = #map1, tilec.c = #map2}
}

