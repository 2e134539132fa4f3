#map = affine_map<(d0) -> (d0 * 32)>
#map1 = affine_map<(d0) -> (d0 * 16)>
module {
  func.func @f(%arg0: tensor<64x32xf32>, %arg1: tensor<32x64xf32>, %arg2: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %0 = scf.forall (%arg3, %arg4) in (2, 4) shared_outs(%arg5 = %arg2) -> (tensor<64x64xf32>) {
      %1 = affine.apply #map(%arg3)
      %2 = affine.apply #map1(%arg4)
      %extracted_slice = tensor.extract_slice %arg0[%1, 0] [32, 32] [1, 1] : tensor<64x32xf32> to tensor<32x32xf32>
      %extracted_slice_0 = tensor.extract_slice %arg1[0, %2] [32, 16] [1, 1] : tensor<32x64xf32> to tensor<32x16xf32>
      %extracted_slice_1 = tensor.extract_slice %arg5[%1, %2] [32, 16] [1, 1] : tensor<64x64xf32> to tensor<32x16xf32>
      %3 = linalg.matmul ins(%extracted_slice, %extracted_slice_0 : tensor<32x32xf32>, tensor<32x16xf32>) outs(%extracted_slice_1 : tensor<32x16xf32>) -> tensor<32x16xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %3 into %arg5[%1, %2] [32, 16] [1, 1] : tensor<32x16xf32> into tensor<64x64xf32>
      }
    }
    return %0 : tensor<64x64xf32>
  }
}

