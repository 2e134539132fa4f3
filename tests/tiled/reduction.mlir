#map = affine_map<(d0)[s0] -> (-d0 + s0, 5)>
#map1 = affine_map<(d0) -> (d0 - 1)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d0)>
#map4 = affine_map<(d0)[s0] -> (d0 + s0)>
module {
  func.func @f(%arg0: tensor<?x64xf32>, %arg1: tensor<?xf32>) -> tensor<?xf32> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x64xf32>
    %c0_0 = arith.constant 0 : index
    %dim_1 = tensor.dim %arg1, %c0_0 : tensor<?xf32>
    %c0_2 = arith.constant 0 : index
    %c0_3 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c5 = arith.constant 5 : index
    %c16 = arith.constant 16 : index
    %0 = scf.for %arg2 = %c0_2 to %dim step %c5 iter_args(%arg3 = %arg1) -> (tensor<?xf32>) {
      %1 = scf.for %arg4 = %c0_3 to %c64 step %c16 iter_args(%arg5 = %arg3) -> (tensor<?xf32>) {
        %2 = affine.min #map(%arg2)[%dim]
        %3 = affine.apply #map1(%2)
        %4 = affine.apply #map1(%2)
        %5 = affine.apply #map1(%2)
        %extracted_slice = tensor.extract_slice %arg0[%arg2, %arg4] [%2, 16] [1, 1] : tensor<?x64xf32> to tensor<?x16xf32>
        %extracted_slice_4 = tensor.extract_slice %arg5[%arg2] [%2] [1] : tensor<?xf32> to tensor<?xf32>
        %6 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "reduction"]} ins(%extracted_slice : tensor<?x16xf32>) outs(%extracted_slice_4 : tensor<?xf32>) {
        ^bb0(%in: f32, %out: f32):
          %9 = linalg.index 1 : index
          %10 = affine.apply #map4(%arg4)[%9]
          %11 = arith.addf %in, %out : f32
          linalg.yield %11 : f32
        } -> tensor<?xf32>
        %7 = affine.apply #map1(%2)
        %8 = affine.apply #map1(%2)
        %inserted_slice = tensor.insert_slice %6 into %arg5[%arg2] [%2] [1] : tensor<?xf32> into tensor<?xf32>
        scf.yield %inserted_slice : tensor<?xf32>
      }
      scf.yield %1 : tensor<?xf32>
    }
    return %0 : tensor<?xf32>
  }
}

