// RUN: tilec stats %s
// The tile between the two ops stands in front of the loops, as large as all tiles together, and nobody reads it behind them.
func.func @f(%x: memref<64xf32>, %o: memref<64xf32>) {
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
  }
  return
}
