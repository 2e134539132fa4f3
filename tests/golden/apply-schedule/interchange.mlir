// RUN: tilec opt --transform-interpreter %s
// The loops of the copy change places: maps, iterators and indices follow.
#id = affine_map<(i, j, k) -> (i, j, k)>
#out = affine_map<(i, j, k) -> (j, i)>
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<2x3x4xi32>, %o: tensor<3x2xi32>) -> tensor<3x2xi32> {
    %0 = linalg.generic {indexing_maps = [#id, #out], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%a : tensor<2x3x4xi32>) outs(%o : tensor<3x2xi32>) {
    ^bb0(%x: i32, %acc: i32):
      %i = linalg.index 0 : index
      %k = linalg.index 2 : index
      %s = arith.addi %i, %k : index
      %t = arith.index_cast %s : index to i32
      %y = arith.muli %x, %t : i32
      %r = arith.addi %acc, %y : i32
      linalg.yield %r : i32
    } -> tensor<3x2xi32>
    return %0 : tensor<3x2xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %g = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %h = transform.structured.interchange %g iterator_interchange = [1, 2, 0] : (!transform.any_op) -> !transform.any_op
    transform.annotate %h "done" : !transform.any_op
    transform.yield
  }
}
