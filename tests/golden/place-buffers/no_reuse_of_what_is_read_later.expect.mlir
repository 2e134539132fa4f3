module {
  func.func @f(%arg0: memref<16xf32>, %arg1: memref<16xf32>) {
    %alloc = memref.alloc() {alignment = 64 : i64, tilec.arena} : memref<128xi8>
    %c0 = arith.constant 0 : index
    %view = memref.view %alloc[%c0][] : memref<128xi8> to memref<16xf32>
    %c64 = arith.constant 64 : index
    %view_0 = memref.view %alloc[%c64][] : memref<128xi8> to memref<16xf32>
    linalg.exp ins(%arg0 : memref<16xf32>) outs(%view : memref<16xf32>)
    linalg.log ins(%view : memref<16xf32>) outs(%view_0 : memref<16xf32>)
    linalg.add ins(%view, %view_0 : memref<16xf32>, memref<16xf32>) outs(%arg1 : memref<16xf32>)
    return
  }
}

