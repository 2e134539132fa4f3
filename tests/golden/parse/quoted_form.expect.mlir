#map = affine_map<(d0) -> (d0)>
module {
  memref.global constant @w : memref<2xf32> = dense<1.000000e+00>
  func.func @quoted(%arg0: tensor<4xf32>, %arg1: i32, %arg2: i1) -> tensor<4xf32> {
    %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<4xf32>) outs(%arg0 : tensor<4xf32>) attrs =  {note = "kept"} {
    ^bb0(%in: f32, %out: f32):
      %4 = arith.addf %in, %in fastmath<nnan,ninf> : f32
      %5 = arith.cmpf ogt, %4, %in : f32
      %6 = arith.select %5, %4, %in : f32
      linalg.yield %6 : f32
    } -> tensor<4xf32>
    %1 = arith.addi %arg1, %arg1 overflow<nsw> : i32
    %sum, %overflow = arith.addui_extended %1, %arg1 : i32, i1
    %2 = linalg.exp ins(%0 : tensor<4xf32>) outs(%arg0 : tensor<4xf32>) -> tensor<4xf32>
    cf.cond_br %arg2, ^bb1(%2 : tensor<4xf32>), ^bb1(%arg0 : tensor<4xf32>)
  ^bb1(%3: tensor<4xf32>):  // 2 preds: ^bb0, ^bb0
    return %3 : tensor<4xf32>
  }
  func.func private @declared(i32)
}

