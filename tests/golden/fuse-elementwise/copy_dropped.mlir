// RUN: tilec opt --fuse-elementwise --remarks %s
// A result that is a copy of an input, or of its own init, is that.
#id = affine_map<(d0) -> (d0)>
func.func @f(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<?xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%b, %b : tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    linalg.yield %x, %z : f32, f32
  } -> (tensor<8xf32>, tensor<8xf32>)
  %1 = linalg.copy ins(%c : tensor<?xf32>) outs(%b : tensor<8xf32>) -> tensor<8xf32>
  return %0#0, %0#1, %1 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
