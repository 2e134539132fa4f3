// RUN: tilec opt --fuse-elementwise %s
// Two concatenations with the same parts: part by part, in place, and without the part that is empty.
#id1 = affine_map<(i) -> (i)>
func.func @f(%x: tensor<3xf32>, %y: tensor<2xf32>, %z: tensor<0xf32>, %e: tensor<5xf32>) -> tensor<5xf32> {
  %0 = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%x : tensor<3xf32>) outs(%x : tensor<3xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.negf %v : f32
    linalg.yield %n : f32
  } -> tensor<3xf32>
  %1 = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%y : tensor<2xf32>) outs(%y : tensor<2xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.negf %v : f32
    linalg.yield %n : f32
  } -> tensor<2xf32>
  %c = tensor.concat dim(0) %0, %z, %y : (tensor<3xf32>, tensor<0xf32>, tensor<2xf32>) -> tensor<5xf32>
  %d = tensor.concat dim(0) %x, %1 : (tensor<3xf32>, tensor<2xf32>) -> tensor<5xf32>
  %2 = linalg.generic {indexing_maps = [#id1, #id1, #id1], iterator_types = ["parallel"]}
      ins(%c, %d : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%v: f32, %w: f32, %o: f32):
    %s = arith.addf %v, %w : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  return %2 : tensor<5xf32>
}
