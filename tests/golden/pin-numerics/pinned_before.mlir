// RUN: tilec opt --pin-numerics %s
// A pinned module stays as it is.
#id = affine_map<(d0) -> (d0)>
#n = affine_map<(d0) -> ()>
module attributes {tilec.numerics = "strict"} {
  func.func @f(%a: tensor<8xf32>, %i: tensor<f32>) -> tensor<f32> {
    %0 = linalg.generic {indexing_maps = [#id, #n], iterator_types = ["reduction"]}
        ins(%a : tensor<8xf32>) outs(%i : tensor<f32>) {
    ^bb0(%x0: f32, %y0: f32):
      %v = arith.addf %y0, %x0 : f32
      linalg.yield %v : f32
    } -> tensor<f32>
    return %0 : tensor<f32>
  }
}
