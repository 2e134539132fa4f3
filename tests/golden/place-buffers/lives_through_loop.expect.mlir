module {
  func.func @f(%arg0: memref<16xf32>, %arg1: index) {
    %alloc = memref.alloc() {alignment = 64 : i64, tilec.arena} : memref<128xi8>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c0_0 = arith.constant 0 : index
    %view = memref.view %alloc[%c0_0][] : memref<128xi8> to memref<16xf32>
    %c64 = arith.constant 64 : index
    %view_1 = memref.view %alloc[%c64][] : memref<128xi8> to memref<16xf32>
    memref.copy %arg0, %view : memref<16xf32> to memref<16xf32>
    scf.for %arg2 = %c0 to %arg1 step %c1 {
      linalg.exp ins(%view : memref<16xf32>) outs(%arg0 : memref<16xf32>)
      linalg.log ins(%arg0 : memref<16xf32>) outs(%view_1 : memref<16xf32>)
      linalg.sqrt ins(%view_1 : memref<16xf32>) outs(%arg0 : memref<16xf32>)
    }
    return
  }
}

