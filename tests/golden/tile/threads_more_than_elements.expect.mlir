#map = affine_map<(d0) -> (d0, 7)>
#map1 = affine_map<(d0) -> (-d0 + 7, 1)>
#map2 = affine_map<(d0) -> (d0 + 2)>
#map3 = affine_map<(d0) -> (d0, 9)>
#map4 = affine_map<(d0, d1) -> (d0, -d1 + 9)>
#map5 = affine_map<(d0) -> (d0, 0)>
#map6 = affine_map<(d0, d1) -> (d0 + d1)>
#map7 = affine_map<(d0, d1) -> (d1)>
#map8 = affine_map<(d0, d1) -> (d0)>
module attributes {tilec.numerics = "pinned"} {
  func.func @f(%arg0: tensor<9xf32>, %arg1: tensor<3xf32>, %arg2: tensor<7xf32>) -> tensor<7xf32> {
    %0 = scf.forall (%arg3) in (10) shared_outs(%arg4 = %arg2) -> (tensor<7xf32>) {
      %1 = affine.min #map(%arg3)
      %2 = affine.min #map1(%1)
      %3 = affine.apply #map2(%2)
      %4 = affine.min #map3(%1)
      %5 = affine.min #map4(%3, %4)
      %6 = affine.max #map5(%5)
      %extracted_slice = tensor.extract_slice %arg0[%4] [%6] [1] : tensor<9xf32> to tensor<?xf32>
      %extracted_slice_0 = tensor.extract_slice %arg4[%1] [%2] [1] : tensor<7xf32> to tensor<?xf32>
      %7 = linalg.generic {indexing_maps = [#map6, #map7, #map8], iterator_types = ["parallel", "reduction"]} ins(%extracted_slice, %arg1 : tensor<?xf32>, tensor<3xf32>) outs(%extracted_slice_0 : tensor<?xf32>) {
      ^bb0(%in: f32, %in_1: f32, %out: f32):
        %8 = math.fma %in, %in_1, %out : f32
        linalg.yield %8 : f32
      } -> tensor<?xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %7 into %arg4[%1] [%2] [1] : tensor<?xf32> into tensor<7xf32>
      }
    }
    return %0 : tensor<7xf32>
  }
  module attributes {transform.with_named_sequence} {
    transform.named_sequence @__transform_main(%arg0: !transform.any_op {transform.readonly}) {
      %0 = transform.structured.match ops{["linalg.conv_1d"]} in %arg0 : (!transform.any_op) -> !transform.any_op
      %tiled_op, %forall_op = transform.structured.tile_using_forall %0 num_threads [10] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
      transform.yield 
    }
  }
}

