#map = affine_map<(d0)[s0] -> (-d0 + s0, 5)>
#map1 = affine_map<(d0)[s0] -> (-d0 + s0, 8)>
#map2 = affine_map<(d0) -> (d0 - 1)>
#map3 = affine_map<(d0) -> (d0 * 2)>
#map4 = affine_map<(d0) -> (d0 * 2 + 1)>
module {
  func.func @f(%arg0: tensor<1x?x?x8xf32>, %arg1: tensor<3x3x8x16xf32>, %arg2: tensor<1x?x?x16xf32>) -> tensor<1x?x?x16xf32> {
    %c1 = arith.constant 1 : index
    %dim = tensor.dim %arg0, %c1 : tensor<1x?x?x8xf32>
    %c2 = arith.constant 2 : index
    %dim_0 = tensor.dim %arg0, %c2 : tensor<1x?x?x8xf32>
    %c1_1 = arith.constant 1 : index
    %dim_2 = tensor.dim %arg2, %c1_1 : tensor<1x?x?x16xf32>
    %c2_3 = arith.constant 2 : index
    %dim_4 = tensor.dim %arg2, %c2_3 : tensor<1x?x?x16xf32>
    %c0 = arith.constant 0 : index
    %c0_5 = arith.constant 0 : index
    %c5 = arith.constant 5 : index
    %c8 = arith.constant 8 : index
    %0 = scf.for %arg3 = %c0 to %dim_2 step %c5 iter_args(%arg4 = %arg2) -> (tensor<1x?x?x16xf32>) {
      %1 = scf.for %arg5 = %c0_5 to %dim_4 step %c8 iter_args(%arg6 = %arg4) -> (tensor<1x?x?x16xf32>) {
        %2 = affine.min #map(%arg3)[%dim_2]
        %3 = affine.min #map1(%arg5)[%dim_4]
        %4 = affine.apply #map2(%2)
        %5 = affine.apply #map2(%3)
        %6 = affine.apply #map3(%arg3)
        %7 = affine.apply #map3(%2)
        %8 = affine.apply #map4(%2)
        %9 = affine.apply #map3(%arg5)
        %10 = affine.apply #map3(%3)
        %11 = affine.apply #map4(%3)
        %12 = affine.apply #map2(%2)
        %13 = affine.apply #map2(%3)
        %extracted_slice = tensor.extract_slice %arg0[0, %6, %9, 0] [1, %8, %11, 8] [1, 1, 1, 1] : tensor<1x?x?x8xf32> to tensor<1x?x?x8xf32>
        %extracted_slice_6 = tensor.extract_slice %arg1[0, 0, 0, 0] [3, 3, 8, 16] [1, 1, 1, 1] : tensor<3x3x8x16xf32> to tensor<3x3x8x16xf32>
        %extracted_slice_7 = tensor.extract_slice %arg6[0, %arg3, %arg5, 0] [1, %2, %3, 16] [1, 1, 1, 1] : tensor<1x?x?x16xf32> to tensor<1x?x?x16xf32>
        %14 = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>} ins(%extracted_slice, %extracted_slice_6 : tensor<1x?x?x8xf32>, tensor<3x3x8x16xf32>) outs(%extracted_slice_7 : tensor<1x?x?x16xf32>) -> tensor<1x?x?x16xf32>
        %15 = affine.apply #map2(%2)
        %16 = affine.apply #map2(%3)
        %17 = affine.apply #map2(%2)
        %18 = affine.apply #map2(%3)
        %inserted_slice = tensor.insert_slice %14 into %arg6[0, %arg3, %arg5, 0] [1, %2, %3, 16] [1, 1, 1, 1] : tensor<1x?x?x16xf32> into tensor<1x?x?x16xf32>
        scf.yield %inserted_slice : tensor<1x?x?x16xf32>
      }
      scf.yield %1 : tensor<1x?x?x16xf32>
    }
    return %0 : tensor<1x?x?x16xf32>
  }
}

