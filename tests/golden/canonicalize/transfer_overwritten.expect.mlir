module {
  func.func @f(%arg0: vector<4xf32>, %arg1: vector<4xf32>, %arg2: tensor<8xf32>) -> tensor<8xf32> {
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %0 = vector.transfer_write %arg1, %arg2[%c4] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
    %1 = vector.transfer_write %arg0, %0[%c5] : vector<4xf32>, tensor<8xf32>
    return %1 : tensor<8xf32>
  }
}

