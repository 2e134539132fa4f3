#map = affine_map<(d0)[s0] -> (-d0 + s0, 7)>
#map1 = affine_map<(d0) -> (-d0 + 20, 6)>
#map2 = affine_map<(d0) -> (d0 - 1)>
module {
  func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<?x20xf32>) -> tensor<?x20xf32> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?xf32>
    %c0_0 = arith.constant 0 : index
    %dim_1 = tensor.dim %arg1, %c0_0 : tensor<?x20xf32>
    %c0_2 = arith.constant 0 : index
    %c0_3 = arith.constant 0 : index
    %c20 = arith.constant 20 : index
    %c7 = arith.constant 7 : index
    %c6 = arith.constant 6 : index
    %0 = scf.for %arg2 = %c0_2 to %dim step %c7 iter_args(%arg3 = %arg1) -> (tensor<?x20xf32>) {
      %1 = scf.for %arg4 = %c0_3 to %c20 step %c6 iter_args(%arg5 = %arg3) -> (tensor<?x20xf32>) {
        %2 = affine.min #map(%arg2)[%dim]
        %c20_4 = arith.constant 20 : index
        %3 = affine.min #map1(%arg4)
        %4 = affine.apply #map2(%2)
        %5 = affine.apply #map2(%3)
        %6 = affine.apply #map2(%2)
        %7 = affine.apply #map2(%2)
        %8 = affine.apply #map2(%3)
        %extracted_slice = tensor.extract_slice %arg0[%arg2] [%2] [1] : tensor<?xf32> to tensor<?xf32>
        %extracted_slice_5 = tensor.extract_slice %arg5[%arg2, %arg4] [%2, %3] [1, 1] : tensor<?x20xf32> to tensor<?x?xf32>
        %broadcasted = linalg.broadcast ins(%extracted_slice : tensor<?xf32>) outs(%extracted_slice_5 : tensor<?x?xf32>) dimensions = [1] 
        %9 = affine.apply #map2(%2)
        %10 = affine.apply #map2(%3)
        %11 = affine.apply #map2(%2)
        %12 = affine.apply #map2(%3)
        %inserted_slice = tensor.insert_slice %broadcasted into %arg5[%arg2, %arg4] [%2, %3] [1, 1] : tensor<?x?xf32> into tensor<?x20xf32>
        scf.yield %inserted_slice : tensor<?x20xf32>
      }
      scf.yield %1 : tensor<?x20xf32>
    }
    return %0 : tensor<?x20xf32>
  }
}

