#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0) -> (d0 - 1)>
module {
  func.func @f(%arg0: tensor<2x3xf32>, %arg1: tensor<4x4xf32>, %arg2: f32) -> tensor<4x4xf32> {
    %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<4x4xf32>) outs(%arg1 : tensor<4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1 = linalg.index 0 : index
      %2 = affine.apply #map1(%1)
      %c2 = arith.constant 2 : index
      %3 = arith.cmpi ult, %2, %c2 : index
      %c0 = arith.constant 0 : index
      %4 = arith.maxsi %2, %c0 : index
      %c1 = arith.constant 1 : index
      %5 = arith.minsi %4, %c1 : index
      %6 = linalg.index 1 : index
      %c3 = arith.constant 3 : index
      %7 = arith.cmpi ult, %6, %c3 : index
      %8 = arith.andi %3, %7 : i1
      %c2_0 = arith.constant 2 : index
      %9 = arith.minsi %6, %c2_0 : index
      %extracted = tensor.extract %arg0[%5, %9] : tensor<2x3xf32>
      %10 = arith.select %8, %extracted, %arg2 : f32
      %11 = arith.addf %10, %in : f32
      linalg.yield %11 : f32
    } -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}

