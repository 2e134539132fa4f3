#map = affine_map<()[s0] -> (s0 ceildiv 8)>
#map1 = affine_map<(d0) -> (d0 * 8)>
#map2 = affine_map<(d0)[s0] -> (d0 * -8 + s0, 8)>
module attributes {transform.with_named_sequence} {
  func.func @f(%arg0: tensor<?xf32>, %arg1: tensor<?xf32>) -> tensor<?xf32> {
    %c0 = arith.constant 0 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?xf32>
    %0 = affine.apply #map()[%dim]
    %1 = scf.forall (%arg2) in (%0) shared_outs(%arg3 = %arg1) -> (tensor<?xf32>) {
      %2 = affine.apply #map1(%arg2)
      %3 = affine.min #map2(%arg2)[%dim]
      %extracted_slice = tensor.extract_slice %arg0[%2] [%3] [1] : tensor<?xf32> to tensor<?xf32>
      %4 = tensor.empty(%3) : tensor<?xf32>
      %5 = linalg.exp ins(%extracted_slice : tensor<?xf32>) outs(%4 : tensor<?xf32>) -> tensor<?xf32>
      %extracted_slice_0 = tensor.extract_slice %arg3[%2] [%3] [1] : tensor<?xf32> to tensor<?xf32>
      %6 = linalg.negf ins(%5 : tensor<?xf32>) outs(%extracted_slice_0 : tensor<?xf32>) -> tensor<?xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %6 into %arg3[%2] [%3] [1] : tensor<?xf32> into tensor<?xf32>
      }
    }
    return %1 : tensor<?xf32>
  }
  transform.named_sequence @__transform_main(%arg0: !transform.any_op) {
    %0 = transform.structured.match ops{["linalg.exp"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %1 = transform.structured.match ops{["linalg.negf"]} in %arg0 : (!transform.any_op) -> !transform.any_op
    %tiled_op, %forall_op = transform.structured.tile_using_forall %0 tile_sizes [8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %fused_consumer, %result_loops = transform.test.fuse_consumer %1 into(%forall_op) : (!transform.any_op, !transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield 
  }
}

