#map = affine_map<()[s0] -> (s0 ceildiv 32)>
#map1 = affine_map<()[s0] -> (s0 ceildiv 16)>
#map2 = affine_map<(d0) -> (d0 * 32)>
#map3 = affine_map<(d0) -> (d0 * 16)>
#map4 = affine_map<(d0)[s0] -> (-d0 + s0, 32)>
#map5 = affine_map<(d0)[s0] -> (-d0 + s0, 16)>
#map6 = affine_map<(d0) -> (d0 - 1)>
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
    %1 = affine.apply #map()[%dim]
    %2 = affine.apply #map1()[%dim_0]
    %3 = scf.forall (%arg3, %arg4) in (%1, %2) shared_outs(%arg5 = %arg2) -> (tensor<?x?xf32>) {
      %4 = affine.apply #map2(%arg3)
      %5 = affine.apply #map3(%arg4)
      %6 = affine.min #map4(%4)[%dim]
      %7 = affine.min #map5(%5)[%dim_0]
      %8 = affine.apply #map6(%6)
      %9 = affine.apply #map6(%7)
      %10 = affine.apply #map6(%6)
      %11 = affine.apply #map6(%7)
      %12 = affine.apply #map6(%6)
      %13 = affine.apply #map6(%7)
      %c0_5 = arith.constant 0 : index
      %dim_6 = tensor.dim %arg0, %c0_5 : tensor<?x?xf32>
      %c1_7 = arith.constant 1 : index
      %dim_8 = tensor.dim %arg0, %c1_7 : tensor<?x?xf32>
      %c0_9 = arith.constant 0 : index
      %dim_10 = tensor.dim %arg1, %c0_9 : tensor<?x?xf32>
      %c1_11 = arith.constant 1 : index
      %dim_12 = tensor.dim %arg1, %c1_11 : tensor<?x?xf32>
      %c0_13 = arith.constant 0 : index
      %dim_14 = tensor.dim %arg5, %c0_13 : tensor<?x?xf32>
      %c1_15 = arith.constant 1 : index
      %dim_16 = tensor.dim %arg5, %c1_15 : tensor<?x?xf32>
      %14 = affine.apply #map6(%6)
      %15 = affine.apply #map6(%7)
      %16 = affine.apply #map2(%arg3)
      %17 = affine.apply #map6(%6)
      %18 = affine.apply #map3(%arg4)
      %19 = affine.apply #map6(%7)
      %20 = affine.apply #map2(%arg3)
      %21 = affine.apply #map6(%6)
      %22 = affine.apply #map3(%arg4)
      %23 = affine.apply #map6(%7)
      %24 = affine.apply #map2(%arg3)
      %25 = affine.apply #map6(%6)
      %26 = affine.apply #map3(%arg4)
      %27 = affine.apply #map6(%7)
      %extracted_slice = tensor.extract_slice %arg0[%16, %18] [%6, %7] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
      %extracted_slice_17 = tensor.extract_slice %arg1[%20, %22] [%6, %7] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
      %extracted_slice_18 = tensor.extract_slice %arg5[%24, %26] [%6, %7] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
      %28 = linalg.add ins(%extracted_slice, %extracted_slice_17 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%extracted_slice_18 : tensor<?x?xf32>) -> tensor<?x?xf32>
      %extracted_slice_19 = tensor.extract_slice %arg5[%4, %5] [%6, %7] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
      %29 = linalg.exp ins(%28 : tensor<?x?xf32>) outs(%extracted_slice_19 : tensor<?x?xf32>) -> tensor<?x?xf32>
      %30 = affine.apply #map6(%6)
      %31 = affine.apply #map6(%7)
      %32 = affine.apply #map6(%6)
      %33 = affine.apply #map6(%7)
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %29 into %arg5[%4, %5] [%6, %7] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
      }
    }
    return %3 : tensor<?x?xf32>
  }
}

