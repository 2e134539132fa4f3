// RUN: tilec opt %s
// An alias has one meaning.
#m = affine_map<(d0) -> (d0)>
#m = affine_map<(d0, d1) -> (d0)>
func.func private @f()
