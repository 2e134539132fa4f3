#map = affine_map<(d0) -> (-d0 + 16, 5)>
#map1 = affine_map<(d0) -> (d0 - 1)>
#map2 = affine_map<(d0, d1) -> (d0 * 2 + d1)>
#map3 = affine_map<(d0) -> (d0 * 2 - 2)>
#map4 = affine_map<(d0) -> (d0 * 2 - 1)>
module {
  func.func @f(%arg0: tensor<1x34x34x8xf32>, %arg1: tensor<3x3x8x16xf32>, %arg2: tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32> {
    %c0 = arith.constant 0 : index
    %c0_0 = arith.constant 0 : index
    %c0_1 = arith.constant 0 : index
    %c0_2 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %c16_3 = arith.constant 16 : index
    %c3 = arith.constant 3 : index
    %c3_4 = arith.constant 3 : index
    %c5 = arith.constant 5 : index
    %c8 = arith.constant 8 : index
    %c1 = arith.constant 1 : index
    %c1_5 = arith.constant 1 : index
    %0 = scf.for %arg3 = %c0 to %c16 step %c5 iter_args(%arg4 = %arg2) -> (tensor<1x16x16x16xf32>) {
      %1 = scf.for %arg5 = %c0_0 to %c16_3 step %c8 iter_args(%arg6 = %arg4) -> (tensor<1x16x16x16xf32>) {
        %2 = scf.for %arg7 = %c0_1 to %c3 step %c1 iter_args(%arg8 = %arg6) -> (tensor<1x16x16x16xf32>) {
          %3 = scf.for %arg9 = %c0_2 to %c3_4 step %c1_5 iter_args(%arg10 = %arg8) -> (tensor<1x16x16x16xf32>) {
            %c16_6 = arith.constant 16 : index
            %4 = affine.min #map(%arg3)
            %5 = affine.apply #map1(%4)
            %6 = affine.apply #map2(%arg3, %arg7)
            %7 = affine.apply #map3(%4)
            %8 = affine.apply #map4(%4)
            %9 = affine.apply #map2(%arg5, %arg9)
            %10 = affine.apply #map1(%4)
            %extracted_slice = tensor.extract_slice %arg0[0, %6, %9, 0] [1, %8, 15, 8] [1, 1, 1, 1] : tensor<1x34x34x8xf32> to tensor<1x?x15x8xf32>
            %extracted_slice_7 = tensor.extract_slice %arg1[%arg7, %arg9, 0, 0] [1, 1, 8, 16] [1, 1, 1, 1] : tensor<3x3x8x16xf32> to tensor<1x1x8x16xf32>
            %extracted_slice_8 = tensor.extract_slice %arg10[0, %arg3, %arg5, 0] [1, %4, 8, 16] [1, 1, 1, 1] : tensor<1x16x16x16xf32> to tensor<1x?x8x16xf32>
            %11 = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%extracted_slice, %extracted_slice_7 : tensor<1x?x15x8xf32>, tensor<1x1x8x16xf32>) outs(%extracted_slice_8 : tensor<1x?x8x16xf32>) -> tensor<1x?x8x16xf32>
            %12 = affine.apply #map1(%4)
            %13 = affine.apply #map1(%4)
            %inserted_slice = tensor.insert_slice %11 into %arg10[0, %arg3, %arg5, 0] [1, %4, 8, 16] [1, 1, 1, 1] : tensor<1x?x8x16xf32> into tensor<1x16x16x16xf32>
            scf.yield %inserted_slice : tensor<1x16x16x16xf32>
          }
          scf.yield %3 : tensor<1x16x16x16xf32>
        }
        scf.yield %2 : tensor<1x16x16x16xf32>
      }
      scf.yield %1 : tensor<1x16x16x16xf32>
    }
    return %0 : tensor<1x16x16x16xf32>
  }
}

