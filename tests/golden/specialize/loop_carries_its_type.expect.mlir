#map = affine_map<(d0) -> (-d0 + 16, 5)>
module {
  func.func @f(%arg0: tensor<16xf32>) -> tensor<16xf32> {
    %c0 = arith.constant 0 : index
    %c5 = arith.constant 5 : index
    %c16 = arith.constant 16 : index
    %0 = scf.for %arg1 = %c0 to %c16 step %c5 iter_args(%arg2 = %arg0) -> (tensor<16xf32>) {
      %1 = affine.min #map(%arg1)
      %extracted_slice = tensor.extract_slice %arg2[%arg1] [%1] [1] : tensor<16xf32> to tensor<?xf32>
      %2 = linalg.exp ins(%extracted_slice : tensor<?xf32>) outs(%extracted_slice : tensor<?xf32>) -> tensor<?xf32>
      %inserted_slice = tensor.insert_slice %2 into %arg2[%arg1] [%1] [1] : tensor<?xf32> into tensor<16xf32>
      scf.yield %inserted_slice : tensor<16xf32>
    }
    return %0 : tensor<16xf32>
  }
}

