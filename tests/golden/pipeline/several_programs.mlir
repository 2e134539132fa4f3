// RUN: tilec opt --split-input --canonicalize %s
// A line of five dashes after the slashes separates programs.
func.func @a() {
  return
}
// -----
func.func @a() {
  return
}
