module {
  func.func private @g(%arg0: memref<16xf32>) {
    %alloc = memref.alloc() {alignment = 64 : i64, tilec.arena} : memref<64xi8>
    %c0 = arith.constant 0 : index
    %view = memref.view %alloc[%c0][] : memref<64xi8> to memref<16xf32>
    linalg.exp ins(%arg0 : memref<16xf32>) outs(%view : memref<16xf32>)
    memref.copy %view, %arg0 : memref<16xf32> to memref<16xf32>
    return
  }
  func.func @f(%arg0: memref<16xf32>) {
    %alloc = memref.alloc() {alignment = 64 : i64, tilec.arena} : memref<64xi8>
    %c0 = arith.constant 0 : index
    %view = memref.view %alloc[%c0][] : memref<64xi8> to memref<16xf32>
    memref.copy %arg0, %view : memref<16xf32> to memref<16xf32>
    call @g(%view) : (memref<16xf32>) -> ()
    memref.copy %view, %arg0 : memref<16xf32> to memref<16xf32>
    return
  }
}

