// RUN: tilec opt %s
// Two symbols of one name.
func.func private @f()
func.func private @f()
