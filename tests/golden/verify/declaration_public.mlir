// RUN: tilec opt %s
// Only a private function may be without a body.
func.func @f()
