// RUN: tilec opt %s
// A call names a function.
memref.global "private" @g : memref<4xf32>
func.func @f() {
  call @g() : () -> ()
  call @h() : () -> ()
  return
}
