#map = affine_map<(d0)[s0] -> (-d0 + s0, 32)>
#map1 = affine_map<(d0)[s0] -> (-d0 + s0, 16)>
#map2 = affine_map<(d0) -> (d0 - 1)>
module {
  func.func @f(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %0 = linalg.add ins(%arg0, %arg1 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%arg2 : tensor<?x?xf32>) -> tensor<?x?xf32>
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %0, %c0 : tensor<?x?xf32>
    %c1 = arith.constant 1 : index
    %dim_0 = tensor.dim %0, %c1 : tensor<?x?xf32>
    %c0_1 = arith.constant 0 : index
    %dim_2 = tensor.dim %arg2, %c0_1 : tensor<?x?xf32>
    %c1_3 = arith.constant 1 : index
    %dim_4 = tensor.dim %arg2, %c1_3 : tensor<?x?xf32>
    %c0_5 = arith.constant 0 : index
    %c0_6 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c16 = arith.constant 16 : index
    %1 = scf.for %arg3 = %c0_5 to %dim step %c32 iter_args(%arg4 = %arg2) -> (tensor<?x?xf32>) {
      %2 = scf.for %arg5 = %c0_6 to %dim_0 step %c16 iter_args(%arg6 = %arg4) -> (tensor<?x?xf32>) {
        %3 = affine.min #map(%arg3)[%dim]
        %4 = affine.min #map1(%arg5)[%dim_0]
        %5 = affine.apply #map2(%3)
        %6 = affine.apply #map2(%4)
        %7 = affine.apply #map2(%3)
        %8 = affine.apply #map2(%4)
        %9 = affine.apply #map2(%3)
        %10 = affine.apply #map2(%4)
        %c0_7 = arith.constant 0 : index
        %dim_8 = tensor.dim %arg0, %c0_7 : tensor<?x?xf32>
        %c1_9 = arith.constant 1 : index
        %dim_10 = tensor.dim %arg0, %c1_9 : tensor<?x?xf32>
        %c0_11 = arith.constant 0 : index
        %dim_12 = tensor.dim %arg1, %c0_11 : tensor<?x?xf32>
        %c1_13 = arith.constant 1 : index
        %dim_14 = tensor.dim %arg1, %c1_13 : tensor<?x?xf32>
        %c0_15 = arith.constant 0 : index
        %dim_16 = tensor.dim %arg2, %c0_15 : tensor<?x?xf32>
        %c1_17 = arith.constant 1 : index
        %dim_18 = tensor.dim %arg2, %c1_17 : tensor<?x?xf32>
        %11 = affine.apply #map2(%3)
        %12 = affine.apply #map2(%4)
        %13 = affine.apply #map2(%3)
        %14 = affine.apply #map2(%4)
        %15 = affine.apply #map2(%3)
        %16 = affine.apply #map2(%4)
        %17 = affine.apply #map2(%3)
        %18 = affine.apply #map2(%4)
        %extracted_slice = tensor.extract_slice %arg0[%arg3, %arg5] [%3, %4] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
        %extracted_slice_19 = tensor.extract_slice %arg1[%arg3, %arg5] [%3, %4] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
        %extracted_slice_20 = tensor.extract_slice %arg2[%arg3, %arg5] [%3, %4] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
        %19 = linalg.add ins(%extracted_slice, %extracted_slice_19 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%extracted_slice_20 : tensor<?x?xf32>) -> tensor<?x?xf32>
        %extracted_slice_21 = tensor.extract_slice %0[%arg3, %arg5] [%3, %4] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
        %extracted_slice_22 = tensor.extract_slice %arg6[%arg3, %arg5] [%3, %4] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
        %20 = linalg.exp ins(%19 : tensor<?x?xf32>) outs(%extracted_slice_22 : tensor<?x?xf32>) -> tensor<?x?xf32>
        %21 = affine.apply #map2(%3)
        %22 = affine.apply #map2(%4)
        %23 = affine.apply #map2(%3)
        %24 = affine.apply #map2(%4)
        %inserted_slice = tensor.insert_slice %20 into %arg6[%arg3, %arg5] [%3, %4] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
        scf.yield %inserted_slice : tensor<?x?xf32>
      }
      scf.yield %2 : tensor<?x?xf32>
    }
    return %1 : tensor<?x?xf32>
  }
}

