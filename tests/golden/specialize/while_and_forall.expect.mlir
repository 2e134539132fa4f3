module {
  func.func @f(%arg0: tensor<10xf32>, %arg1: index) -> (tensor<10xf32>, tensor<10xf32>) {
    %c0 = arith.constant 0 : index
    %0 = scf.while (%arg2 = %arg0) : (tensor<10xf32>) -> tensor<10xf32> {
      %extracted = tensor.extract %arg2[%c0] : tensor<10xf32>
      %2 = arith.cmpf olt, %extracted, %extracted : f32
      scf.condition(%2) %arg2 : tensor<10xf32>
    } do {
    ^bb0(%arg2: tensor<10xf32>):
      scf.yield %arg2 : tensor<10xf32>
    }
    %1 = scf.forall (%arg2) = (0) to (10) step (2) shared_outs(%arg3 = %arg0) -> (tensor<10xf32>) {
      %extracted_slice = tensor.extract_slice %arg3[%arg2] [2] [1] : tensor<10xf32> to tensor<2xf32>
      %2 = linalg.exp ins(%extracted_slice : tensor<2xf32>) outs(%extracted_slice : tensor<2xf32>) -> tensor<2xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %2 into %arg3[%arg2] [2] [1] : tensor<2xf32> into tensor<10xf32>
      }
    }
    return %0, %1 : tensor<10xf32>, tensor<10xf32>
  }
}

