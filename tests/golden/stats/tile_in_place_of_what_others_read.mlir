// RUN: tilec stats %s
// The loops compute both ops on the same part of a result, and of a buffer that is read behind them: no tile has to be whole for their sake.
func.func @f(%x: memref<64xf32>, %o: memref<64xf32>, %p: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %t = memref.alloc() : memref<64xf32>
  scf.for %i = %c0 to %c64 step %c8 {
    %a = memref.subview %x[%i] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
    %b = memref.subview %t[%i] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
    %c = memref.subview %o[%i] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: ?>>
    linalg.exp ins(%a : memref<8xf32, strided<[1], offset: ?>>) outs(%b : memref<8xf32, strided<[1], offset: ?>>)
    linalg.negf ins(%b : memref<8xf32, strided<[1], offset: ?>>) outs(%c : memref<8xf32, strided<[1], offset: ?>>)
    linalg.abs ins(%c : memref<8xf32, strided<[1], offset: ?>>) outs(%c : memref<8xf32, strided<[1], offset: ?>>)
  }
  linalg.exp ins(%t : memref<64xf32>) outs(%p : memref<64xf32>)
  return
}
