// RUN: tilec opt %s
// Steps must be whole: attributes, handles, lists and the sequences they name.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @sub(%a: !transform.any_op, %b: !transform.any_op) {
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op, %p: !transform.param<i64>, %t: i32) {
    %m = "transform.structured.match"(%root) <{ops = [1]}> : (!transform.any_op) -> !transform.any_op
    %n = transform.structured.match interface{Nothing} in %root : (!transform.any_op) -> !transform.any_op
    %l = "transform.structured.tile_using_for"(%m) <{static_sizes = array<i64: -9223372036854775808>}> : (!transform.any_op) -> !transform.any_op
    %i = transform.structured.interchange %m iterator_interchange = [1, 1] : (!transform.any_op) -> !transform.any_op
    %k, %r = "transform.loop.peel"(%m) : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.include @sub failures(propagate) (%m) : (!transform.any_op) -> ()
    transform.include @nothing failures(propagate) (%m) : (!transform.any_op) -> ()
    transform.include @sub failures(never) (%m, %m) : (!transform.any_op, !transform.any_op) -> ()
    "transform.apply_cse"(%t) : (i32) -> ()
    %c = transform.collect_matching @sub in %root : (!transform.any_op) -> !transform.any_op
    %f = transform.foreach_match in %root @sub -> @sub : (!transform.any_op) -> !transform.any_op
    transform.foreach %m : !transform.any_op {
      transform.yield
    }
    transform.loop.unroll %m {factor = 0} : !transform.any_op
    transform.apply_patterns to %root {
      transform.apply_cse to %root : !transform.any_op
    } : !transform.any_op
    %x = "transform.apply_registered_pass"(%m, %p) <{options = {a = #transform.param_operand<index = 1 : i64>}, pass_name = "cse"}> : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %d = arith.constant 1 : i32
    transform.yield
  }
}
