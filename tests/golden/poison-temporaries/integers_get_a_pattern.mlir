// RUN: tilec opt --poison-temporaries %s
// Floats are NaN; integers have no such value and get a pattern of bits.
func.func @f(%a: memref<4xi32>, %b: memref<4xi8>) {
  %t = memref.alloc() : memref<4xi32>
  memref.copy %a, %t : memref<4xi32> to memref<4xi32>
  memref.copy %t, %a : memref<4xi32> to memref<4xi32>
  %u = memref.alloc() : memref<4xi8>
  memref.copy %b, %u : memref<4xi8> to memref<4xi8>
  memref.copy %u, %b : memref<4xi8> to memref<4xi8>
  return
}
