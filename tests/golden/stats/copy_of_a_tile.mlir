// RUN: tilec stats %s
// The loops compute a tile beside the result and copy it there. What is packed before it is read is copied as well, but nothing computes that.
func.func @f(%x: memref<64xf32>, %o: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c8 {
    %a = memref.subview %x[%i] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
    %p = memref.alloc() : memref<8xf32>
    memref.copy %a, %p : memref<8xf32, strided<[1], offset: ?>> to memref<8xf32>
    %t = memref.alloc() : memref<8xf32>
    linalg.exp ins(%p : memref<8xf32>) outs(%t : memref<8xf32>)
    %c = memref.subview %o[%i] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
    memref.copy %t, %c : memref<8xf32> to memref<8xf32, strided<[1], offset: ?>>
  }
  return
}
