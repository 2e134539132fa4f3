// RUN: tilec opt %s
// Structured ops of a kind, with a map, with a body; softmax and packing.
#row = affine_map<(d0, d1) -> (d0)>
#all = affine_map<(d0, d1) -> (d0, d1)>
#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func @category(%a: tensor<4x4xf32>, %v: tensor<4xf32>, %i: tensor<4x4xi32>, %j: tensor<4xi32>, %k: tensor<4xi64>) -> tensor<4x4xf32> {
  %e = linalg.elementwise kind=#linalg.elementwise_kind<tanh> ins(%a : tensor<4x4xf32>) outs(%a : tensor<4x4xf32>) -> tensor<4x4xf32>
  %b = linalg.elementwise kind=#linalg.elementwise_kind<div> indexing_maps = [#all, #row, #all] ins(%a, %v : tensor<4x4xf32>, tensor<4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %u = linalg.elementwise kind=#linalg.elementwise_kind<max_unsigned> indexing_maps = [#all, #all, #all] ins(%i, %i : tensor<4x4xi32>, tensor<4x4xi32>) outs(%i : tensor<4x4xi32>) -> tensor<4x4xi32>
  %c = linalg.contract indexing_maps = [#mk, #kn, #mn] {note = 1 : i8} ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %m = linalg.map { arith.addf {fastmath = #arith.fastmath<nnan>} } ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>)
  %l = linalg.map ins(%a : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) (%x: f32, %old: f32) { linalg.yield %x : f32 }
  %r = linalg.reduce { arith.addi } ins(%i : tensor<4x4xi32>) outs(%j : tensor<4xi32>) dimensions = [0]
  %s = linalg.reduce ins(%a : tensor<4x4xf32>) outs(%v : tensor<4xf32>) dimensions = [1] (%x: f32, %acc: f32) {
    %y = arith.mulf %acc, %x : f32
    linalg.yield %y : f32
  }
  %o = linalg.reduce ins(%a : tensor<4x4xf32>) outs(%v : tensor<4xf32>) dimensions = [1] {tag} (%x: f32, %acc: f32) {
    %y = arith.addf %x, %acc : f32
    linalg.yield %y : f32
  }
  %sm = linalg.softmax dimension(1) ins(%a : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %sm : tensor<4x4xf32>
}
func.func @packed(%a: tensor<5x?xf32>, %z: f32, %d: tensor<?x2x4x?xf32>, %t: index, %o: tensor<5x?xf32>) -> tensor<5x?xf32> {
  %p = linalg.pack %a padding_value(%z : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [4, %t] into %d : tensor<5x?xf32> -> tensor<?x2x4x?xf32>
  %u = linalg.unpack %p outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [4, %t] into %o : tensor<?x2x4x?xf32> -> tensor<5x?xf32>
  return %u : tensor<5x?xf32>
}
