#map = affine_map<(d0)[s0] -> (-d0 + s0, 32)>
#map1 = affine_map<(d0)[s0] -> (-d0 + s0, 16)>
#map2 = affine_map<(d0) -> (d0 - 1)>
#map3 = affine_map<(d0)[s0] -> (-d0 + s0, 8)>
module {
  func.func @f(%arg0: tensor<?x64xf32>, %arg1: tensor<64x?xf32>, %arg2: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x64xf32>
    %c1 = arith.constant 1 : index
    %dim_0 = tensor.dim %arg1, %c1 : tensor<64x?xf32>
    %c0_1 = arith.constant 0 : index
    %dim_2 = tensor.dim %arg2, %c0_1 : tensor<?x?xf32>
    %c1_3 = arith.constant 1 : index
    %dim_4 = tensor.dim %arg2, %c1_3 : tensor<?x?xf32>
    %c0_5 = arith.constant 0 : index
    %c0_6 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c16 = arith.constant 16 : index
    %0 = scf.for %arg3 = %c0_5 to %dim step %c32 iter_args(%arg4 = %arg2) -> (tensor<?x?xf32>) {
      %1 = scf.for %arg5 = %c0_6 to %dim_0 step %c16 iter_args(%arg6 = %arg4) -> (tensor<?x?xf32>) {
        %2 = affine.min #map(%arg3)[%dim]
        %3 = affine.min #map1(%arg5)[%dim_0]
        %4 = affine.apply #map2(%2)
        %5 = affine.apply #map2(%3)
        %6 = affine.apply #map2(%2)
        %7 = affine.apply #map2(%3)
        %8 = affine.apply #map2(%2)
        %9 = affine.apply #map2(%3)
        %extracted_slice = tensor.extract_slice %arg0[%arg3, 0] [%2, 64] [1, 1] : tensor<?x64xf32> to tensor<?x64xf32>
        %extracted_slice_7 = tensor.extract_slice %arg1[0, %arg5] [64, %3] [1, 1] : tensor<64x?xf32> to tensor<64x?xf32>
        %extracted_slice_8 = tensor.extract_slice %arg6[%arg3, %arg5] [%2, %3] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
        %c0_9 = arith.constant 0 : index
        %c1_10 = arith.constant 1 : index
        %c0_11 = arith.constant 0 : index
        %c1_12 = arith.constant 1 : index
        %c0_13 = arith.constant 0 : index
        %c0_14 = arith.constant 0 : index
        %c0_15 = arith.constant 0 : index
        %c64 = arith.constant 64 : index
        %c8 = arith.constant 8 : index
        %c8_16 = arith.constant 8 : index
        %c16_17 = arith.constant 16 : index
        %10 = scf.for %arg7 = %c0_13 to %2 step %c8 iter_args(%arg8 = %extracted_slice_8) -> (tensor<?x?xf32>) {
          %15 = scf.for %arg9 = %c0_14 to %3 step %c8_16 iter_args(%arg10 = %arg8) -> (tensor<?x?xf32>) {
            %16 = scf.for %arg11 = %c0_15 to %c64 step %c16_17 iter_args(%arg12 = %arg10) -> (tensor<?x?xf32>) {
              %17 = affine.min #map3(%arg7)[%2]
              %18 = affine.min #map3(%arg9)[%3]
              %19 = affine.apply #map2(%17)
              %20 = affine.apply #map2(%18)
              %21 = affine.apply #map2(%17)
              %22 = affine.apply #map2(%18)
              %23 = affine.apply #map2(%17)
              %24 = affine.apply #map2(%18)
              %extracted_slice_18 = tensor.extract_slice %extracted_slice[%arg7, %arg11] [%17, 16] [1, 1] : tensor<?x64xf32> to tensor<?x16xf32>
              %extracted_slice_19 = tensor.extract_slice %extracted_slice_7[%arg11, %arg9] [16, %18] [1, 1] : tensor<64x?xf32> to tensor<16x?xf32>
              %extracted_slice_20 = tensor.extract_slice %arg12[%arg7, %arg9] [%17, %18] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
              %25 = linalg.matmul ins(%extracted_slice_18, %extracted_slice_19 : tensor<?x16xf32>, tensor<16x?xf32>) outs(%extracted_slice_20 : tensor<?x?xf32>) -> tensor<?x?xf32>
              %26 = affine.apply #map2(%17)
              %27 = affine.apply #map2(%18)
              %28 = affine.apply #map2(%17)
              %29 = affine.apply #map2(%18)
              %inserted_slice_21 = tensor.insert_slice %25 into %arg12[%arg7, %arg9] [%17, %18] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
              scf.yield %inserted_slice_21 : tensor<?x?xf32>
            }
            scf.yield %16 : tensor<?x?xf32>
          }
          scf.yield %15 : tensor<?x?xf32>
        }
        %11 = affine.apply #map2(%2)
        %12 = affine.apply #map2(%3)
        %13 = affine.apply #map2(%2)
        %14 = affine.apply #map2(%3)
        %inserted_slice = tensor.insert_slice %10 into %arg6[%arg3, %arg5] [%2, %3] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
        scf.yield %inserted_slice : tensor<?x?xf32>
      }
      scf.yield %1 : tensor<?x?xf32>
    }
    return %0 : tensor<?x?xf32>
  }
}

