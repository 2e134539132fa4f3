// RUN: tilec opt %s
// A map uses its own dimensions.
#map = affine_map<(d0) -> (d1)>
func.func private @f()
