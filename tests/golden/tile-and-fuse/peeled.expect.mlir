#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1)>
module attributes {tilec.numerics = "pinned"} {
  func.func @f(%arg0: tensor<20x6xf32>, %arg1: tensor<6x3xf32>, %arg2: tensor<20x3xf32>) -> tensor<20x3xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %0 = scf.for %arg3 = %c0 to %c16 step %c8 iter_args(%arg4 = %arg2) -> (tensor<20x3xf32>) {
      %extracted_slice_1 = tensor.extract_slice %arg0[%arg3, 0] [8, 6] [1, 1] : tensor<20x6xf32> to tensor<8x6xf32>
      %5 = tensor.empty() : tensor<8x3xf32>
      %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<8x3xf32>) -> tensor<8x3xf32>
      %7 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%extracted_slice_1, %arg1 : tensor<8x6xf32>, tensor<6x3xf32>) outs(%6 : tensor<8x3xf32>) {
      ^bb0(%in: f32, %in_4: f32, %out: f32):
        %9 = math.fma %in, %in_4, %out : f32
        linalg.yield %9 : f32
      } -> tensor<8x3xf32>
      %extracted_slice_2 = tensor.extract_slice %arg4[%arg3, 0] [8, 3] [1, 1] : tensor<20x3xf32> to tensor<8x3xf32>
      %8 = linalg.exp ins(%7 : tensor<8x3xf32>) outs(%extracted_slice_2 : tensor<8x3xf32>) -> tensor<8x3xf32>
      %inserted_slice_3 = tensor.insert_slice %8 into %arg4[%arg3, 0] [8, 3] [1, 1] : tensor<8x3xf32> into tensor<20x3xf32>
      scf.yield %inserted_slice_3 : tensor<20x3xf32>
    }
    %extracted_slice = tensor.extract_slice %arg0[16, 0] [4, 6] [1, 1] : tensor<20x6xf32> to tensor<4x6xf32>
    %1 = tensor.empty() : tensor<4x3xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<4x3xf32>) -> tensor<4x3xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%extracted_slice, %arg1 : tensor<4x6xf32>, tensor<6x3xf32>) outs(%2 : tensor<4x3xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %5 = math.fma %in, %in_1, %out : f32
      linalg.yield %5 : f32
    } -> tensor<4x3xf32>
    %extracted_slice_0 = tensor.extract_slice %0[16, 0] [4, 3] [1, 1] : tensor<20x3xf32> to tensor<4x3xf32>
    %4 = linalg.exp ins(%3 : tensor<4x3xf32>) outs(%extracted_slice_0 : tensor<4x3xf32>) -> tensor<4x3xf32>
    %inserted_slice = tensor.insert_slice %4 into %0[16, 0] [4, 3] [1, 1] : tensor<4x3xf32> into tensor<20x3xf32>
    return %inserted_slice : tensor<20x3xf32>
  }
}

