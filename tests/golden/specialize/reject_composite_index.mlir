// RUN: tilec opt --specialize="arg0=9 arg1=3" %s
// A window must stay inside: 8 outputs of a window of 3 need 10 inputs.
#window = affine_map<(i, j) -> (i + j)>
func.func @conv(%a: tensor<?xf32>, %k: tensor<?xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.generic {indexing_maps = [#window, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%a, %k : tensor<?xf32>, tensor<?xf32>) outs(%o : tensor<8xf32>) {
  ^bb0(%x: f32, %w: f32, %acc: f32):
    %p = arith.mulf %x, %w : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
