#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @f(%arg0: tensor<5x4xf32>, %arg1: tensor<3x1xi32>) -> tensor<3x5xf32> {
    %c0 = arith.constant 0 : index
    %0 = tensor.empty() : tensor<3x5xf32>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<3x5xf32>) {
    ^bb0(%out: f32):
      %2 = linalg.index 0 : index
      %3 = linalg.index 1 : index
      %extracted = tensor.extract %arg1[%2, %c0] : tensor<3x1xi32>
      %4 = arith.index_cast %extracted : i32 to index
      %extracted_0 = tensor.extract %arg0[%3, %4] : tensor<5x4xf32>
      linalg.yield %extracted_0 : f32
    } -> tensor<3x5xf32>
    return %1 : tensor<3x5xf32>
  }
}

