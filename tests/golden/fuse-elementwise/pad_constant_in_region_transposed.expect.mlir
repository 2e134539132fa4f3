#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0) -> (d0 - 2)>
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<5x2xf32>) -> tensor<5x2xf32> {
    %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<5x2xf32>) outs(%arg1 : tensor<5x2xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1 = linalg.index 1 : index
      %2 = linalg.index 0 : index
      %3 = affine.apply #map1(%2)
      %c3 = arith.constant 3 : index
      %4 = arith.cmpi ult, %3, %c3 : index
      %c0 = arith.constant 0 : index
      %5 = arith.maxsi %3, %c0 : index
      %extracted = tensor.extract %arg0[%1, %5] : tensor<2x3xf32>
      %cst = arith.constant 0x7FC00000 : f32
      %6 = arith.select %4, %extracted, %cst : f32
      %7 = arith.addf %6, %in : f32
      linalg.yield %7 : f32
    } -> tensor<5x2xf32>
    return %0 : tensor<5x2xf32>
  }
}

