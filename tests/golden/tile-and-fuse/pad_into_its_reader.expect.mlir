#map = affine_map<(d0) -> (-d0 + 1, 0)>
#map1 = affine_map<(d0) -> (0, d0 - 1)>
#map2 = affine_map<(d0, d1) -> (-d0 + 6, -d1 + 4)>
#map3 = affine_map<(d0, d1) -> (-d0 - d1 + 4)>
module {
  func.func @f(%arg0: tensor<6xf32>, %arg1: f32) -> tensor<8xf32> {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %c4 = arith.constant 4 : index
    %0 = tensor.empty() : tensor<8xf32>
    %1 = scf.for %arg2 = %c0 to %c8 step %c4 iter_args(%arg3 = %0) -> (tensor<8xf32>) {
      %2 = affine.max #map(%arg2)
      %3 = affine.max #map1(%arg2)
      %4 = affine.min #map2(%3, %2)
      %5 = affine.apply #map3(%2, %4)
      %6 = arith.cmpi eq, %4, %c0 : index
      %7 = scf.if %6 -> (tensor<4xf32>) {
        %generated = tensor.generate  {
        ^bb0(%arg4: index):
          tensor.yield %arg1 : f32
        } : tensor<4xf32>
        scf.yield %generated : tensor<4xf32>
      } else {
        %extracted_slice = tensor.extract_slice %arg0[%3] [%4] [1] : tensor<6xf32> to tensor<?xf32>
        %padded = tensor.pad %extracted_slice low[%2] high[%5] {
        ^bb0(%arg4: index):
          tensor.yield %arg1 : f32
        } : tensor<?xf32> to tensor<4xf32>
        scf.yield %padded : tensor<4xf32>
      }
      %8 = scf.if %6 -> (tensor<4xf32>) {
        %generated = tensor.generate  {
        ^bb0(%arg4: index):
          tensor.yield %arg1 : f32
        } : tensor<4xf32>
        scf.yield %generated : tensor<4xf32>
      } else {
        %extracted_slice = tensor.extract_slice %arg0[%3] [%4] [1] : tensor<6xf32> to tensor<?xf32>
        %padded = tensor.pad %extracted_slice low[%2] high[%5] {
        ^bb0(%arg4: index):
          tensor.yield %arg1 : f32
        } : tensor<?xf32> to tensor<4xf32>
        scf.yield %padded : tensor<4xf32>
      }
      %9 = linalg.exp ins(%7 : tensor<4xf32>) outs(%8 : tensor<4xf32>) -> tensor<4xf32>
      %inserted_slice = tensor.insert_slice %9 into %arg3[%arg2] [4] [1] : tensor<4xf32> into tensor<8xf32>
      scf.yield %inserted_slice : tensor<8xf32>
    }
    return %1 : tensor<8xf32>
  }
}

