module {
  func.func @f(%arg0: i1, %arg1: memref<16xf32>, %arg2: memref<16xf32>) {
    %alloc = memref.alloc() {alignment = 64 : i64, tilec.arena} : memref<128xi8>
    %0 = scf.if %arg0 -> (memref<16xf32>) {
      %c0 = arith.constant 0 : index
      %view = memref.view %alloc[%c0][] : memref<128xi8> to memref<16xf32>
      linalg.exp ins(%arg1 : memref<16xf32>) outs(%view : memref<16xf32>)
      scf.yield %view : memref<16xf32>
    } else {
      %c64 = arith.constant 64 : index
      %view = memref.view %alloc[%c64][] : memref<128xi8> to memref<16xf32>
      linalg.log ins(%arg1 : memref<16xf32>) outs(%view : memref<16xf32>)
      scf.yield %view : memref<16xf32>
    }
    linalg.sqrt ins(%0 : memref<16xf32>) outs(%arg2 : memref<16xf32>)
    return
  }
}

