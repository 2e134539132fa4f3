// RUN: tilec opt %s
// affine.apply has one result.
func.func @f(%i: index) {
  %r = affine.apply affine_map<(d0) -> (d0, d0)>(%i)
  return
}
