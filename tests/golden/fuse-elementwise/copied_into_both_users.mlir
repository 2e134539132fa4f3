// RUN: tilec opt --fuse-elementwise --remarks %s
// A cast that two reductions of different order read is computed in both: that reads half the bytes.
#id = affine_map<(i, j) -> (i, j)>
func.func @f(%a: tensor<100x100xf32>, %o: tensor<100xf64>) -> (tensor<100xf64>, tensor<100xf64>) {
  %e = tensor.empty() : tensor<100x100xf64>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<100x100xf32>) outs(%e : tensor<100x100xf64>) {
  ^bb0(%x: f32, %y: f64):
    %v = arith.extf %x : f32 to f64
    linalg.yield %v : f64
  } -> tensor<100x100xf64>
  %1 = linalg.reduce { arith.addf } ins(%0 : tensor<100x100xf64>) outs(%o : tensor<100xf64>) dimensions = [1]
  %2 = linalg.reduce { arith.addf } ins(%0 : tensor<100x100xf64>) outs(%1 : tensor<100xf64>) dimensions = [0]
  return %1, %2 : tensor<100xf64>, tensor<100xf64>
}
