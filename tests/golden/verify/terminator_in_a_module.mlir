// RUN: tilec opt %s
// A module has no terminator.
return
