// RUN: tilec opt %s
// A map does not divide by zero.
#map = affine_map<(d0) -> (d0 floordiv 0)>
func.func private @f()
