// RUN: tilec opt --tile=sizes=2 --remarks %s
// An element is read where another iteration writes, in the order of the loops; so is what the body loads.
func.func @f(%x: memref<4x4xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<4x4xf32>) outs(%x : memref<4x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %v = arith.negf %a : f32
    linalg.yield %v : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%y : memref<4xf32>) {
  ^bb0(%b: f32):
    %v = memref.load %y[%c0] : memref<4xf32>
    linalg.yield %v : f32
  }
  return
}
