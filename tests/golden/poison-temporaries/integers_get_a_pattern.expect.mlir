module {
  func.func @f(%arg0: memref<4xi32>, %arg1: memref<4xi8>) {
    %alloc = memref.alloc() : memref<4xi32>
    %c-1515870811_i32 = arith.constant -1515870811 : i32
    linalg.fill ins(%c-1515870811_i32 : i32) outs(%alloc : memref<4xi32>)
    memref.copy %arg0, %alloc : memref<4xi32> to memref<4xi32>
    memref.copy %alloc, %arg0 : memref<4xi32> to memref<4xi32>
    %c-1515870811_i32_0 = arith.constant -1515870811 : i32
    linalg.fill ins(%c-1515870811_i32_0 : i32) outs(%alloc : memref<4xi32>)
    %alloc_1 = memref.alloc() : memref<4xi8>
    %c-91_i8 = arith.constant -91 : i8
    linalg.fill ins(%c-91_i8 : i8) outs(%alloc_1 : memref<4xi8>)
    memref.copy %arg1, %alloc_1 : memref<4xi8> to memref<4xi8>
    memref.copy %alloc_1, %arg1 : memref<4xi8> to memref<4xi8>
    %c-91_i8_2 = arith.constant -91 : i8
    linalg.fill ins(%c-91_i8_2 : i8) outs(%alloc_1 : memref<4xi8>)
    return
  }
}

