#map = affine_map<()[s0] -> ((s0 floordiv 4) * 4)>
#map1 = affine_map<()[s0, s1] -> (s0 + s1 + 6)>
module {
  func.func @f(%arg0: index, %arg1: index) -> (index, index, index) {
    %0 = affine.apply #map()[%arg0]
    %1 = affine.apply #map1()[%arg1, %arg0]
    return %arg1, %0, %1 : index, index, index
  }
}

