// RUN: tilec opt %s
// A symbol is public, private or nested.
memref.global "secret" @g : memref<4xf32>
