#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
module attributes {tilec.numerics = "pinned"} {
  func.func @f(%arg0: tensor<4x8xf64>, %arg1: tensor<4xf64>) -> tensor<4x8xf64> {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c1 = arith.constant 1 : index
    %0 = tensor.empty() : tensor<4x8xf64>
    %1 = scf.for %arg2 = %c0 to %c4 step %c1 iter_args(%arg3 = %0) -> (tensor<4x8xf64>) {
      %extracted_slice = tensor.extract_slice %arg0[%arg2, 0] [1, 8] [1, 1] : tensor<4x8xf64> to tensor<1x8xf64>
      %extracted_slice_0 = tensor.extract_slice %arg3[%arg2, 0] [1, 8] [1, 1] : tensor<4x8xf64> to tensor<1x8xf64>
      %2 = linalg.exp ins(%extracted_slice : tensor<1x8xf64>) outs(%extracted_slice_0 : tensor<1x8xf64>) -> tensor<1x8xf64>
      %extracted_slice_1 = tensor.extract_slice %arg1[%arg2] [1] [1] : tensor<4xf64> to tensor<1xf64>
      %3 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%2 : tensor<1x8xf64>) outs(%extracted_slice_1 : tensor<1xf64>) {
      ^bb0(%in: f64, %out: f64):
        %5 = arith.addf %out, %in {tilec.order = "lanes"} : f64
        linalg.yield %5 : f64
      } -> tensor<1xf64>
      %4 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%2, %3 : tensor<1x8xf64>, tensor<1xf64>) outs(%extracted_slice_0 : tensor<1x8xf64>) {
      ^bb0(%in: f64, %in_2: f64, %out: f64):
        %5 = arith.divf %in, %in_2 : f64
        linalg.yield %5 : f64
      } -> tensor<1x8xf64>
      %inserted_slice = tensor.insert_slice %4 into %arg3[%arg2, 0] [1, 8] [1, 1] : tensor<1x8xf64> into tensor<4x8xf64>
      scf.yield %inserted_slice : tensor<4x8xf64>
    }
    return %1 : tensor<4x8xf64>
  }
}

