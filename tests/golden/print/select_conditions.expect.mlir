module {
  func.func @f(%arg0: i1, %arg1: vector<4xi1>, %arg2: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, i1) {
    %0 = arith.select %arg0, %arg2, %arg2 : vector<4xf32>
    %1 = arith.select %arg1, %arg2, %arg2 : vector<4xi1>, vector<4xf32>
    %2 = arith.select %arg0, %arg0, %arg0 : i1
    return %0, %1, %2 : vector<4xf32>, vector<4xf32>, i1
  }
}

