#map = affine_map<(d0) -> (-d0 + 100, 32)>
#map1 = affine_map<(d0) -> (-d0 + 50, 16)>
#map2 = affine_map<(d0) -> (d0 - 1)>
#map3 = affine_map<(d0)[s0] -> (-d0 + s0, 8)>
module {
  func.func @f(%arg0: tensor<100x60xf32>, %arg1: tensor<60x50xf32>, %arg2: tensor<100x50xf32>) -> tensor<100x50xf32> {
    %c0 = arith.constant 0 : index
    %c0_0 = arith.constant 0 : index
    %c0_1 = arith.constant 0 : index
    %c100 = arith.constant 100 : index
    %c50 = arith.constant 50 : index
    %c60 = arith.constant 60 : index
    %c32 = arith.constant 32 : index
    %c16 = arith.constant 16 : index
    %c20 = arith.constant 20 : index
    %0 = scf.for %arg3 = %c0 to %c100 step %c32 iter_args(%arg4 = %arg2) -> (tensor<100x50xf32>) {
      %1 = scf.for %arg5 = %c0_0 to %c50 step %c16 iter_args(%arg6 = %arg4) -> (tensor<100x50xf32>) {
        %2 = scf.for %arg7 = %c0_1 to %c60 step %c20 iter_args(%arg8 = %arg6) -> (tensor<100x50xf32>) {
          %c100_2 = arith.constant 100 : index
          %3 = affine.min #map(%arg3)
          %c50_3 = arith.constant 50 : index
          %4 = affine.min #map1(%arg5)
          %5 = affine.apply #map2(%3)
          %6 = affine.apply #map2(%4)
          %7 = affine.apply #map2(%3)
          %8 = affine.apply #map2(%4)
          %9 = affine.apply #map2(%3)
          %10 = affine.apply #map2(%4)
          %extracted_slice = tensor.extract_slice %arg0[%arg3, %arg7] [%3, 20] [1, 1] : tensor<100x60xf32> to tensor<?x20xf32>
          %extracted_slice_4 = tensor.extract_slice %arg1[%arg7, %arg5] [20, %4] [1, 1] : tensor<60x50xf32> to tensor<20x?xf32>
          %extracted_slice_5 = tensor.extract_slice %arg8[%arg3, %arg5] [%3, %4] [1, 1] : tensor<100x50xf32> to tensor<?x?xf32>
          %c0_6 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %c0_7 = arith.constant 0 : index
          %c1_8 = arith.constant 1 : index
          %c0_9 = arith.constant 0 : index
          %c0_10 = arith.constant 0 : index
          %c8 = arith.constant 8 : index
          %c8_11 = arith.constant 8 : index
          %11 = scf.for %arg9 = %c0_9 to %3 step %c8 iter_args(%arg10 = %extracted_slice_5) -> (tensor<?x?xf32>) {
            %16 = scf.for %arg11 = %c0_10 to %4 step %c8_11 iter_args(%arg12 = %arg10) -> (tensor<?x?xf32>) {
              %17 = affine.min #map3(%arg9)[%3]
              %18 = affine.min #map3(%arg11)[%4]
              %19 = affine.apply #map2(%17)
              %20 = affine.apply #map2(%18)
              %21 = affine.apply #map2(%17)
              %22 = affine.apply #map2(%18)
              %23 = affine.apply #map2(%17)
              %24 = affine.apply #map2(%18)
              %extracted_slice_12 = tensor.extract_slice %extracted_slice[%arg9, 0] [%17, 20] [1, 1] : tensor<?x20xf32> to tensor<?x20xf32>
              %extracted_slice_13 = tensor.extract_slice %extracted_slice_4[0, %arg11] [20, %18] [1, 1] : tensor<20x?xf32> to tensor<20x?xf32>
              %extracted_slice_14 = tensor.extract_slice %arg12[%arg9, %arg11] [%17, %18] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
              %25 = linalg.matmul ins(%extracted_slice_12, %extracted_slice_13 : tensor<?x20xf32>, tensor<20x?xf32>) outs(%extracted_slice_14 : tensor<?x?xf32>) -> tensor<?x?xf32>
              %26 = affine.apply #map2(%17)
              %27 = affine.apply #map2(%18)
              %28 = affine.apply #map2(%17)
              %29 = affine.apply #map2(%18)
              %inserted_slice_15 = tensor.insert_slice %25 into %arg12[%arg9, %arg11] [%17, %18] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
              scf.yield %inserted_slice_15 : tensor<?x?xf32>
            }
            scf.yield %16 : tensor<?x?xf32>
          }
          %12 = affine.apply #map2(%3)
          %13 = affine.apply #map2(%4)
          %14 = affine.apply #map2(%3)
          %15 = affine.apply #map2(%4)
          %inserted_slice = tensor.insert_slice %11 into %arg8[%arg3, %arg5] [%3, %4] [1, 1] : tensor<?x?xf32> into tensor<100x50xf32>
          scf.yield %inserted_slice : tensor<100x50xf32>
        }
        scf.yield %2 : tensor<100x50xf32>
      }
      scf.yield %1 : tensor<100x50xf32>
    }
    return %0 : tensor<100x50xf32>
  }
}

