// RUN: tilec opt --poison-temporaries --remarks %s
// What is returned is in use for as long as the caller likes: it is filled when it is made, and then no more.
func.func @f(%a: memref<4xf32>) -> memref<4xf32> {
  %t = memref.alloc() : memref<4xf32>
  memref.copy %a, %t : memref<4xf32> to memref<4xf32>
  return %t : memref<4xf32>
}
