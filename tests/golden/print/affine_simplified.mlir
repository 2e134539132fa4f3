// RUN: tilec opt %s
// Affine expressions are simplified when read.
#a = affine_map<(d0, d1) -> (d1 * -1 + d0, 3 + d0, (d0 * 2) mod 2, (d0 * 4) floordiv 2)>
#b = affine_map<(d0, d1)[s0] -> (2 * (d0 + d1), d0 ceildiv 3, s0 + d0 + s0, d0 - d0)>
func.func private @f() attributes {tilec.a = #a, tilec.b = #b, tilec.c = affine_map<() -> ()>}
