#map = affine_map<()[s0] -> (s0 ceildiv 4)>
#map1 = affine_map<()[s0] -> (s0 ceildiv 3)>
#map2 = affine_map<(d0)[s0] -> (d0 * (s0 ceildiv 4))>
#map3 = affine_map<()[s0] -> (s0 - (s0 ceildiv 4) * 4)>
#map4 = affine_map<(d0)[s0] -> (-(d0 * (s0 ceildiv 4)) + s0)>
#map5 = affine_map<(d0)[s0] -> (-(d0 * (s0 ceildiv 4)) + s0, s0 ceildiv 4)>
#map6 = affine_map<(d0) -> (0, d0)>
#map7 = affine_map<(d0)[s0] -> (d0 * (s0 ceildiv 3))>
#map8 = affine_map<()[s0] -> (s0 - (s0 ceildiv 3) * 3)>
#map9 = affine_map<(d0)[s0] -> (-(d0 * (s0 ceildiv 3)) + s0)>
#map10 = affine_map<(d0)[s0] -> (-(d0 * (s0 ceildiv 3)) + s0, s0 ceildiv 3)>
#map11 = affine_map<(d0) -> (d0 - 1)>
module {
  func.func @f(%arg0: tensor<?x32xf32>, %arg1: tensor<32x?xf32>, %arg2: tensor<?x?xf32>) -> tensor<?x?xf32> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x32xf32>
    %c1 = arith.constant 1 : index
    %dim_0 = tensor.dim %arg1, %c1 : tensor<32x?xf32>
    %c0_1 = arith.constant 0 : index
    %dim_2 = tensor.dim %arg2, %c0_1 : tensor<?x?xf32>
    %c1_3 = arith.constant 1 : index
    %dim_4 = tensor.dim %arg2, %c1_3 : tensor<?x?xf32>
    %0 = affine.apply #map()[%dim]
    %1 = affine.apply #map1()[%dim_0]
    %2 = scf.forall (%arg3, %arg4) in (4, 3) shared_outs(%arg5 = %arg2) -> (tensor<?x?xf32>) {
      %3 = affine.apply #map2(%arg3)[%dim]
      %4 = affine.apply #map3()[%dim]
      %5 = affine.apply #map4(%arg3)[%dim]
      %6 = affine.min #map5(%arg3)[%dim]
      %7 = affine.max #map6(%6)
      %8 = affine.apply #map7(%arg4)[%dim_0]
      %9 = affine.apply #map8()[%dim_0]
      %10 = affine.apply #map9(%arg4)[%dim_0]
      %11 = affine.min #map10(%arg4)[%dim_0]
      %12 = affine.max #map6(%11)
      %13 = affine.apply #map11(%7)
      %14 = affine.apply #map11(%12)
      %15 = affine.apply #map2(%arg3)[%dim]
      %16 = affine.apply #map11(%7)
      %17 = affine.apply #map7(%arg4)[%dim_0]
      %18 = affine.apply #map11(%12)
      %19 = affine.apply #map2(%arg3)[%dim]
      %20 = affine.apply #map11(%7)
      %21 = affine.apply #map7(%arg4)[%dim_0]
      %22 = affine.apply #map11(%12)
      %extracted_slice = tensor.extract_slice %arg0[%15, 0] [%7, 32] [1, 1] : tensor<?x32xf32> to tensor<?x32xf32>
      %extracted_slice_5 = tensor.extract_slice %arg1[0, %17] [32, %12] [1, 1] : tensor<32x?xf32> to tensor<32x?xf32>
      %extracted_slice_6 = tensor.extract_slice %arg5[%19, %21] [%7, %12] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
      %23 = linalg.matmul ins(%extracted_slice, %extracted_slice_5 : tensor<?x32xf32>, tensor<32x?xf32>) outs(%extracted_slice_6 : tensor<?x?xf32>) -> tensor<?x?xf32>
      %24 = affine.apply #map11(%7)
      %25 = affine.apply #map11(%12)
      %26 = affine.apply #map2(%arg3)[%dim]
      %27 = affine.apply #map11(%7)
      %28 = affine.apply #map7(%arg4)[%dim_0]
      %29 = affine.apply #map11(%12)
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %23 into %arg5[%26, %28] [%7, %12] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
      }
    }
    return %2 : tensor<?x?xf32>
  }
}

