// RUN: tilec opt --fuse-elementwise --remarks %s
// The other operand is read backwards: its slice would be another one.
#id1 = affine_map<(i) -> (i)>
#back = affine_map<(i) -> (-i + 4)>
func.func @f(%x: tensor<3xf32>, %y: tensor<2xf32>, %b: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %0 = linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]} ins(%x : tensor<3xf32>) outs(%x : tensor<3xf32>) {
  ^bb0(%v: f32, %o: f32):
    %n = arith.negf %v : f32
    linalg.yield %n : f32
  } -> tensor<3xf32>
  %c = tensor.concat dim(0) %0, %y : (tensor<3xf32>, tensor<2xf32>) -> tensor<5xf32>
  %1 = linalg.generic {indexing_maps = [#id1, #back, #id1], iterator_types = ["parallel"]}
      ins(%c, %b : tensor<5xf32>, tensor<5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%v: f32, %w: f32, %o: f32):
    %s = arith.addf %v, %w : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  return %1 : tensor<5xf32>
}
