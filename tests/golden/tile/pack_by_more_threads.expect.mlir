#map = affine_map<(d0) -> (d0, 1)>
#map1 = affine_map<(d0) -> (-d0 + 1, 1)>
#map2 = affine_map<(d0) -> (d0 * 8)>
#map3 = affine_map<(d0) -> (d0, 7)>
#map4 = affine_map<(d0) -> (-d0 + 7)>
#map5 = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @f(%arg0: tensor<7xf32>, %arg1: tensor<1x8xf32>, %arg2: f32) -> tensor<1x8xf32> {
    %0 = scf.forall (%arg3) in (3) shared_outs(%arg4 = %arg1) -> (tensor<1x8xf32>) {
      %1 = affine.min #map(%arg3)
      %2 = affine.min #map1(%1)
      %3 = affine.apply #map2(%1)
      %4 = affine.min #map3(%3)
      %5 = affine.apply #map2(%2)
      %6 = affine.apply #map4(%4)
      %7 = affine.min #map5(%5, %6)
      %extracted_slice = tensor.extract_slice %arg0[%4] [%7] [1] : tensor<7xf32> to tensor<?xf32>
      %extracted_slice_0 = tensor.extract_slice %arg4[%1, 0] [%2, 8] [1, 1] : tensor<1x8xf32> to tensor<?x8xf32>
      %pack = linalg.pack %extracted_slice padding_value(%arg2 : f32) inner_dims_pos = [0] inner_tiles = [8] into %extracted_slice_0 : tensor<?xf32> -> tensor<?x8xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %pack into %arg4[%1, 0] [%2, 8] [1, 1] : tensor<?x8xf32> into tensor<1x8xf32>
      }
    }
    return %0 : tensor<1x8xf32>
  }
  module attributes {transform.with_named_sequence} {
    transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
      %0 = transform.structured.match ops{["linalg.pack"]} in %arg0 : (!transform.any_op) -> !transform.any_op
      %tiled_op, %forall_op = transform.structured.tile_using_forall %0 num_threads [3] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
      transform.yield 
    }
  }
}

