// RUN: tilec opt %s
// Extents are not negative.
func.func private @f(tensor<-1xf32>)
