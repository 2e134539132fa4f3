// RUN: tilec opt --poison-temporaries --remarks %s
// Filled before its first use, so that an element nobody writes shows, and after its last, so that a late read shows.
func.func @f(%a: memref<16xf32>, %o: memref<16xf32>) {
  %t = memref.alloc() : memref<16xf32>
  linalg.exp ins(%a : memref<16xf32>) outs(%t : memref<16xf32>)
  linalg.log ins(%t : memref<16xf32>) outs(%o : memref<16xf32>)
  return
}
