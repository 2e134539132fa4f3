#map = affine_map<(d0) -> (-d0 + 18, 4)>
#map1 = affine_map<(d0) -> (-d0 + 6, 0)>
#map2 = affine_map<(d0) -> (4, d0)>
#map3 = affine_map<(d0) -> (0, d0 - 6)>
#map4 = affine_map<(d0, d1, d2) -> (-d0 + 10, d1 - d2)>
#map5 = affine_map<(d0) -> (0, d0)>
#map6 = affine_map<(d0, d1, d2) -> (d0 - d1 - d2)>
module {
  func.func @f(%arg0: tensor<10xf32>, %arg1: f32) -> tensor<18xf32> {
    %c0 = arith.constant 0 : index
    %c18 = arith.constant 18 : index
    %c4 = arith.constant 4 : index
    %0 = tensor.empty() : tensor<18xf32>
    %1 = scf.for %arg2 = %c0 to %c18 step %c4 iter_args(%arg3 = %0) -> (tensor<18xf32>) {
      %2 = affine.min #map(%arg2)
      %3 = affine.max #map1(%arg2)
      %4 = affine.min #map2(%3)
      %5 = affine.max #map3(%arg2)
      %6 = affine.min #map4(%5, %2, %4)
      %7 = affine.max #map5(%6)
      %8 = affine.apply #map6(%2, %4, %7)
      %9 = arith.cmpi eq, %7, %c0 : index
      %10 = scf.if %9 -> (tensor<?xf32>) {
        %generated = tensor.generate %2 {
        ^bb0(%arg4: index):
          tensor.yield %arg1 : f32
        } : tensor<?xf32>
        scf.yield %generated : tensor<?xf32>
      } else {
        %extracted_slice = tensor.extract_slice %arg0[%5] [%7] [1] : tensor<10xf32> to tensor<?xf32>
        %padded = tensor.pad %extracted_slice low[%4] high[%8] {
        ^bb0(%arg4: index):
          tensor.yield %arg1 : f32
        } : tensor<?xf32> to tensor<?xf32>
        scf.yield %padded : tensor<?xf32>
      }
      %inserted_slice = tensor.insert_slice %10 into %arg3[%arg2] [%2] [1] : tensor<?xf32> into tensor<18xf32>
      scf.yield %inserted_slice : tensor<18xf32>
    }
    return %1 : tensor<18xf32>
  }
}

