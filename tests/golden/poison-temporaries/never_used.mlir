// RUN: tilec opt --poison-temporaries --remarks %s
// Nobody writes it and nobody reads it: it is filled once.
func.func @f() {
  %t = memref.alloc() : memref<4xf32>
  return
}
