module {
  func.func @f(%arg0: vector<4xf32>, %arg1: tensor<8xf32>, %arg2: index, %arg3: f32) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>) {
    %c1 = arith.constant 1 : index
    %0 = arith.addi %arg2, %c1 : index
    %1 = vector.transfer_write %arg0, %arg1[%arg2] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
    %2 = vector.transfer_read %1[%0], %arg3 {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
    %3 = vector.transfer_read %1[%arg2], %arg3 : tensor<8xf32>, vector<4xf32>
    return %arg0, %2, %3 : vector<4xf32>, vector<4xf32>, vector<4xf32>
  }
}

