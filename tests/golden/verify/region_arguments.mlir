// RUN: tilec opt %s
// The regions of scf.if have no arguments.
func.func @f(%c: i1) {
  "scf.if"(%c) ({
  ^bb0(%i: index):
    "scf.yield"() : () -> ()
  }, {
  }) : (i1) -> ()
  return
}
