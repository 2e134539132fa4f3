// RUN: tilec opt --canonicalize %s
// Producers go into the map, where terms are summed up; what is left of an extent after whole steps is a multiple of the step.
func.func @f(%n: index, %m: index) -> (index, index, index) {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%n)[%m]
  %1 = affine.apply affine_map<(d0, d1) -> (d0 - d1)>(%0, %n)
  %2 = affine.apply affine_map<(d0) -> (d0 - d0 mod 4)>(%n)
  %3 = affine.apply affine_map<(d0)[s0] -> ((d0 + 3) * 2 + s0 - d0)>(%n)[%m]
  return %1, %2, %3 : index, index, index
}
