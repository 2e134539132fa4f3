// RUN: tilec opt %s
// A body ends with return.
func.func @f() {
}
