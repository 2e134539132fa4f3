// RUN: tilec opt %s
// Bytes that are no token.
func.func @f() {  }
