// RUN: tilec opt --fuse-elementwise --remarks %s
// A producer outside a loop is not computed in each trip.
#id = affine_map<(d0) -> (d0)>
func.func @f(%a: tensor<8xf32>, %m: memref<8xf32>, %n: index) {
  %e = tensor.empty() : tensor<8xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x0: f32, %y0: f32):
    %v = math.exp %x0 : f32
    linalg.yield %v : f32
  } -> tensor<8xf32>
  scf.for %i = %c0 to %n step %c1 {
    %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
    ^bb0(%x0: f32, %y0: f32):
      %v = math.absf %x0 : f32
      linalg.yield %v : f32
    } -> tensor<8xf32>
    bufferization.materialize_in_destination %1 in writable %m : (tensor<8xf32>, memref<8xf32>) -> ()
  }
  return
}
