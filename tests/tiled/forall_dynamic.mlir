#map = affine_map<()[s0] -> (s0 ceildiv 32)>
#map1 = affine_map<()[s0] -> (s0 ceildiv 16)>
#map2 = affine_map<(d0) -> (d0 * 32)>
#map3 = affine_map<(d0) -> (d0 * 16)>
#map4 = affine_map<(d0)[s0] -> (-d0 + s0, 32)>
#map5 = affine_map<(d0)[s0] -> (-d0 + s0, 16)>
#map6 = affine_map<(d0) -> (d0 - 1)>
#map7 = affine_map<()[s0] -> (s0 - 1)>
module {
  func.func @f(%arg0: tensor<?x?xf32>, %arg1: tensor<?x?xf32>, %arg2: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x?xf32>
    %c1 = arith.constant 1 : index
    %dim_0 = tensor.dim %arg0, %c1 : tensor<?x?xf32>
    %c0_1 = arith.constant 0 : index
    %dim_2 = tensor.dim %arg1, %c0_1 : tensor<?x?xf32>
    %c1_3 = arith.constant 1 : index
    %dim_4 = tensor.dim %arg1, %c1_3 : tensor<?x?xf32>
    %c0_5 = arith.constant 0 : index
    %dim_6 = tensor.dim %arg2, %c0_5 : tensor<?x?xf32>
    %c1_7 = arith.constant 1 : index
    %dim_8 = tensor.dim %arg2, %c1_7 : tensor<?x?xf32>
    %0 = affine.apply #map()[%dim]
    %1 = affine.apply #map1()[%dim_4]
    %2 = scf.forall (%arg3, %arg4) in (%0, %1) shared_outs(%arg5 = %arg2) -> (tensor<?x?xf32>) {
      %3 = affine.apply #map2(%arg3)
      %4 = affine.apply #map3(%arg4)
      %5 = affine.min #map4(%3)[%dim]
      %6 = affine.min #map5(%4)[%dim_4]
      %7 = affine.apply #map6(%5)
      %8 = affine.apply #map6(%6)
      %9 = affine.apply #map7()[%dim_0]
      %10 = affine.apply #map6(%5)
      %11 = affine.apply #map7()[%dim_0]
      %12 = affine.apply #map7()[%dim_0]
      %13 = affine.apply #map6(%6)
      %14 = affine.apply #map6(%5)
      %15 = affine.apply #map6(%6)
      %extracted_slice = tensor.extract_slice %arg0[%3, 0] [%5, %dim_0] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
      %extracted_slice_9 = tensor.extract_slice %arg1[0, %4] [%dim_0, %6] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
      %extracted_slice_10 = tensor.extract_slice %arg5[%3, %4] [%5, %6] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
      %16 = linalg.matmul ins(%extracted_slice, %extracted_slice_9 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%extracted_slice_10 : tensor<?x?xf32>) -> tensor<?x?xf32>
      %17 = affine.apply #map6(%5)
      %18 = affine.apply #map6(%6)
      %19 = affine.apply #map7()[%dim_0]
      %20 = affine.apply #map6(%5)
      %21 = affine.apply #map6(%6)
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %16 into %arg5[%3, %4] [%5, %6] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
      }
    }
    return %2 : tensor<?x?xf32>
  }
}

