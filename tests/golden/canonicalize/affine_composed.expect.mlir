#map = affine_map<()[s0] -> (s0 * 2 + 16)>
module {
  func.func @f(%arg0: index) -> index {
    %0 = affine.apply #map()[%arg0]
    return %0 : index
  }
}

