// RUN: tilec opt %s
// A global has a static type.
memref.global @g : memref<?xf32>
