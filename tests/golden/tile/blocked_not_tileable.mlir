// RUN: tilec opt --tile=sizes=2,root=linalg.exp --remarks %s
// A buffer whose layout has no strides has no parts that are views.
#layout = affine_map<(d) -> (d mod 2, d floordiv 2)>
func.func @f(%x: memref<4xf32, #layout>, %o: memref<4xf32>) {
  linalg.exp ins(%x : memref<4xf32, #layout>) outs(%o : memref<4xf32>)
  return
}
