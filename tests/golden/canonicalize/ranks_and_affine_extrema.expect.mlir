#map = affine_map<()[s0] -> (6, s0)>
module {
  func.func @f(%arg0: tensor<?x?xf32>, %arg1: index) -> (index, index, index, index) {
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c6 = arith.constant 6 : index
    %0 = affine.min #map()[%arg1]
    return %c2, %c4, %c6, %0 : index, index, index, index
  }
}

