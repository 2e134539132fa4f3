#map = affine_map<(d0) -> (d0 ceildiv 4)>
#map1 = affine_map<(d0) -> (d0 * 4)>
#map2 = affine_map<(d0, d1) -> (d1 - d0, 4)>
module {
  func.func @f(%arg0: tensor<?x5xf32>, %arg1: tensor<?x5xf32>) -> tensor<?x5xf32> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg1, %c0 : tensor<?x5xf32>
    %0 = affine.apply #map(%dim)
    %1 = scf.forall (%arg2) in (%0) shared_outs(%arg3 = %arg1) -> (tensor<?x5xf32>) {
      %2 = affine.apply #map1(%arg2)
      %3 = affine.min #map2(%2, %dim)
      %extracted_slice = tensor.extract_slice %arg0[%2, 0] [%3, 5] [1, 1] : tensor<?x5xf32> to tensor<?x5xf32>
      %extracted_slice_0 = tensor.extract_slice %arg3[%2, 0] [%3, 5] [1, 1] : tensor<?x5xf32> to tensor<?x5xf32>
      %4 = linalg.exp ins(%extracted_slice : tensor<?x5xf32>) outs(%extracted_slice_0 : tensor<?x5xf32>) -> tensor<?x5xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %4 into %arg3[%2, 0] [%3, 5] [1, 1] : tensor<?x5xf32> into tensor<?x5xf32>
      }
    }
    return %1 : tensor<?x5xf32>
  }
}

