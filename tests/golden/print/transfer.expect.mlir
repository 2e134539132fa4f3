#map = affine_map<(d0, d1) -> (d1, d0)>
#map1 = affine_map<(d0, d1) -> (d1, 0, d0)>
module {
  func.func @f(%arg0: tensor<8x64xf32>, %arg1: memref<4x?xf32>, %arg2: index, %arg3: vector<4x16xf32>, %arg4: f32) -> (vector<4xf32>, tensor<8x64xf32>, vector<f32>) {
    %0 = vector.transfer_read %arg0[%arg2, %arg2], %arg4 : tensor<8x64xf32>, vector<4xf32>
    %1 = vector.transfer_write %arg3, %arg0[%arg2, %arg2] {in_bounds = [true, false], permutation_map = #map} : vector<4x16xf32>, tensor<8x64xf32>
    vector.transfer_write %arg3, %arg1[%arg2, %arg2] {note = 1 : i32} : vector<4x16xf32>, memref<4x?xf32>
    %2 = vector.transfer_read %arg0[%arg2, %arg2], %arg4 {in_bounds = [true, true, true], permutation_map = #map1} : tensor<8x64xf32>, vector<4x2x3xf32>
    %3 = vector.transfer_read %arg0[%arg2, %arg2], %arg4 : tensor<8x64xf32>, vector<f32>
    return %0, %1, %3 : vector<4xf32>, tensor<8x64xf32>, vector<f32>
  }
}

