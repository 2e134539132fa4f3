#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
module attributes {tilec.numerics = "pinned"} {
  func.func @f(%arg0: tensor<4x6xf32>, %arg1: tensor<6x5xf32>, %arg2: tensor<4x5xf32>) -> tensor<4x5xf32> {
    %c0 = arith.constant 0 : index
    %c6 = arith.constant 6 : index
    %c2 = arith.constant 2 : index
    %0 = scf.for %arg3 = %c0 to %c6 step %c2 iter_args(%arg4 = %arg2) -> (tensor<4x5xf32>) {
      %extracted_slice = tensor.extract_slice %arg0[0, %arg3] [4, 2] [1, 1] : tensor<4x6xf32> to tensor<4x2xf32>
      %extracted_slice_0 = tensor.extract_slice %arg1[%arg3, 0] [2, 5] [1, 1] : tensor<6x5xf32> to tensor<2x5xf32>
      %1 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%extracted_slice, %extracted_slice_0 : tensor<4x2xf32>, tensor<2x5xf32>) outs(%arg4 : tensor<4x5xf32>) {
      ^bb0(%in: f32, %in_1: f32, %out: f32):
        %2 = math.fma %in, %in_1, %out : f32
        linalg.yield %2 : f32
      } -> tensor<4x5xf32>
      %inserted_slice = tensor.insert_slice %1 into %arg4[0, 0] [4, 5] [1, 1] : tensor<4x5xf32> into tensor<4x5xf32>
      scf.yield %inserted_slice : tensor<4x5xf32>
    }
    return %0 : tensor<4x5xf32>
  }
}

