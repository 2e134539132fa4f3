// RUN: tilec opt --fuse-elementwise %s
// A cast that forgets an extent is read through; one that states it stays where nothing else has it.
#id = affine_map<(i) -> (i)>
func.func @f(%x: tensor<4xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<4xf32>) {
  %c4 = arith.constant 4 : index
  %e = tensor.empty(%c4) : tensor<?xf32>
  %a = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.negf %v : f32
    linalg.yield %n : f32
  } -> tensor<?xf32>
  %b = tensor.cast %y : tensor<?xf32> to tensor<4xf32>
  %s = tensor.empty() : tensor<f32>
  %z = tensor.expand_shape %s [] output_shape [1] : tensor<f32> into tensor<1xf32>
  %1 = linalg.generic {indexing_maps = [#id, affine_map<(i) -> (0)>, #id], iterator_types = ["parallel"]}
      ins(%b, %z : tensor<4xf32>, tensor<1xf32>) outs(%x : tensor<4xf32>) {
  ^bb0(%v: f32, %w: f32, %o: f32):
    %n = arith.negf %v : f32
    linalg.yield %n : f32
  } -> tensor<4xf32>
  return %0, %1 : tensor<?xf32>, tensor<4xf32>
}
