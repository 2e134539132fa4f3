module {
  func.func @f(%arg0: f32, %arg1: vector<4xf64>) -> (f32, vector<4xf64>) {
    %0 = math.sqrt %arg0 : f32
    %1 = math.absf %0 : f32
    %2 = math.fma %1, %1, %arg0 : f32
    %3 = math.floor %arg1 : vector<4xf64>
    return %2, %3 : f32, vector<4xf64>
  }
}

