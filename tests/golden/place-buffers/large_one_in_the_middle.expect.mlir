module {
  func.func @f(%arg0: memref<16xf32>, %arg1: f32) {
    %alloc = memref.alloc() {alignment = 64 : i64, tilec.arena} : memref<192xi8>
    %c0 = arith.constant 0 : index
    %c0_0 = arith.constant 0 : index
    %view = memref.view %alloc[%c0_0][] : memref<192xi8> to memref<16xf32>
    %c128 = arith.constant 128 : index
    %view_1 = memref.view %alloc[%c128][] : memref<192xi8> to memref<16xf32>
    %c0_2 = arith.constant 0 : index
    %view_3 = memref.view %alloc[%c0_2][] : memref<192xi8> to memref<32xf32>
    memref.copy %arg0, %view : memref<16xf32> to memref<16xf32>
    memref.copy %view, %view_1 : memref<16xf32> to memref<16xf32>
    linalg.fill ins(%arg1 : f32) outs(%view_3 : memref<32xf32>)
    memref.copy %view_1, %arg0 : memref<16xf32> to memref<16xf32>
    memref.store %arg1, %view_3[%c0] : memref<32xf32>
    return
  }
}

