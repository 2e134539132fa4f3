#map = affine_map<(d0)[s0] -> (-d0 + s0, 4)>
module attributes {tilec.numerics = "pinned"} {
  func.func @f(%arg0: tensor<?x?xf32>, %arg1: tensor<?xf32>) -> tensor<?xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x?xf32>
    %dim_0 = tensor.dim %arg0, %c1 : tensor<?x?xf32>
    %0 = scf.for %arg2 = %c0 to %dim step %c4 iter_args(%arg3 = %arg1) -> (tensor<?xf32>) {
      %1 = affine.min #map(%arg2)[%dim]
      %extracted_slice = tensor.extract_slice %arg0[%arg2, 0] [%1, %dim_0] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
      %2 = tensor.empty(%1, %dim_0) : tensor<?x?xf32>
      %3 = linalg.exp ins(%extracted_slice : tensor<?x?xf32>) outs(%2 : tensor<?x?xf32>) -> tensor<?x?xf32>
      %extracted_slice_1 = tensor.extract_slice %arg3[%arg2] [%1] [1] : tensor<?xf32> to tensor<?xf32>
      %reduced = linalg.reduce { arith.maximumf } ins(%3 : tensor<?x?xf32>) outs(%extracted_slice_1 : tensor<?xf32>) dimensions = [1] 
      %inserted_slice = tensor.insert_slice %reduced into %arg3[%arg2] [%1] [1] : tensor<?xf32> into tensor<?xf32>
      scf.yield %inserted_slice : tensor<?xf32>
    }
    return %0 : tensor<?xf32>
  }
}

