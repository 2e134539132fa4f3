// RUN: tilec opt %s
// A sequence yields its results, in a module that says it has sequences.
transform.named_sequence @run(%r: !transform.any_op) -> !transform.any_op {
  transform.yield
}
