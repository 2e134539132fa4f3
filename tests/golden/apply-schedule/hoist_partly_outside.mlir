// RUN: tilec opt --apply-schedule %s
// Outside of the tensor a read has the padding in every trip: such a vector is not carried.
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<6xi32>) -> (tensor<6xi32>, i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %z = arith.constant 7 : i32
    %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %a, %s = %z) -> (tensor<6xi32>, i32) {
      %v = vector.transfer_read %t[%c4], %z : tensor<6xi32>, vector<4xi32>
      %w = arith.addi %v, %v : vector<4xi32>
      %x = vector.extract %w[3] : i32 from vector<4xi32>
      %s2 = arith.addi %s, %x : i32
      %u = vector.transfer_write %w, %t[%c4] : vector<4xi32>, tensor<6xi32>
      scf.yield %u, %s2 : tensor<6xi32>, i32
    }
    return %r#0, %r#1 : tensor<6xi32>, i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %g = transform.structured.hoist_redundant_vector_transfers %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
