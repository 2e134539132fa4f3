module {
  func.func @f(%arg0: memref<16xf32>, %arg1: index) {
    %alloc = memref.alloc() {alignment = 64 : i64, tilec.arena} : memref<64xi8>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %arg2 = %c0 to %arg1 step %c1 {
      %c0_0 = arith.constant 0 : index
      %view = memref.view %alloc[%c0_0][] : memref<64xi8> to memref<16xf32>
      linalg.exp ins(%arg0 : memref<16xf32>) outs(%view : memref<16xf32>)
      memref.copy %view, %arg0 : memref<16xf32> to memref<16xf32>
    }
    return
  }
}

