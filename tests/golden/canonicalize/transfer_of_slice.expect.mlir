#map = affine_map<(d0, d1) -> (0, d1)>
module {
  func.func @f(%arg0: tensor<8x9xf32>, %arg1: vector<2x3xf32>, %arg2: index, %arg3: f32) -> (vector<3x2xf32>, vector<4xf32>, tensor<8x9xf32>) {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %0 = vector.transfer_read %arg0[%arg2, %c3], %arg3 {in_bounds = [true, true], permutation_map = #map} : tensor<8x9xf32>, vector<3x2xf32>
    %extracted_slice = tensor.extract_slice %arg0[0, %arg2] [4, 1] [2, 1] : tensor<8x9xf32> to tensor<4xf32>
    %1 = vector.transfer_read %extracted_slice[%c0], %arg3 {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
    %2 = vector.transfer_write %arg1, %arg0[%arg2, %arg2] {in_bounds = [true, true]} : vector<2x3xf32>, tensor<8x9xf32>
    return %0, %1, %2 : vector<3x2xf32>, vector<4xf32>, tensor<8x9xf32>
  }
}

