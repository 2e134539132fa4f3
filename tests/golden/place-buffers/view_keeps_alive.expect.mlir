module {
  func.func @f(%arg0: memref<16xf32>, %arg1: memref<8xf32>) {
    %alloc = memref.alloc() {alignment = 64 : i64, tilec.arena} : memref<128xi8>
    %c0 = arith.constant 0 : index
    %view = memref.view %alloc[%c0][] : memref<128xi8> to memref<16xf32>
    %c64 = arith.constant 64 : index
    %view_0 = memref.view %alloc[%c64][] : memref<128xi8> to memref<16xf32>
    memref.copy %arg0, %view : memref<16xf32> to memref<16xf32>
    %subview = memref.subview %view[8] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 8>>
    memref.copy %arg0, %view_0 : memref<16xf32> to memref<16xf32>
    memref.copy %view_0, %arg0 : memref<16xf32> to memref<16xf32>
    memref.copy %subview, %arg1 : memref<8xf32, strided<[1], offset: 8>> to memref<8xf32>
    return
  }
}

