// RUN: tilec opt --fuse-elementwise --remarks %s
// What is computed of the init is read inside; the kept result has the init as its destination all the same, so that stays.
#id = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>
func.func @f(%keep: memref<4xf32>, %x: tensor<4xf32>, %z: tensor<f32>) -> (tensor<4xf32>, tensor<f32>) {
  %init = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %in : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %two:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%init, %init : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%in: f32, %a: f32, %b: f32):
    %0 = arith.mulf %in, %a : f32
    %1 = arith.negf %in : f32
    linalg.yield %1, %0 : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  %last = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction"]} ins(%two#1 : tensor<4xf32>) outs(%z : tensor<f32>) {
  ^bb0(%in: f32, %acc: f32):
    linalg.yield %in : f32
  } -> tensor<f32>
  bufferization.materialize_in_destination %init in restrict writable %keep : (tensor<4xf32>, memref<4xf32>) -> ()
  return %two#0, %last : tensor<4xf32>, tensor<f32>
}
