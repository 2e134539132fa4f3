// RUN: tilec opt %s
// Comments may stand anywhere between tokens.
func.func @f( // the argument
    %a
    : f32) -> f32 { // the body
  // nothing else
  return // not a comment mark
  %a : f32
}
