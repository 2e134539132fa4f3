module {
  func.func @f(%arg0: memref<8xf32>, %arg1: f32) -> (memref<8xf32>, memref<4xf32>, vector<4xf32>, vector<4xf32>) {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %0 = vector.transfer_read %arg0[%c0], %arg1 {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
    vector.transfer_write %0, %arg0[%c4] {in_bounds = [true]} : vector<4xf32>, memref<8xf32>
    %1 = vector.transfer_read %arg0[%c0], %arg1 {in_bounds = [true]} : memref<8xf32>, vector<4xf32>
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
    vector.transfer_write %1, %alloc[%c0] {in_bounds = [true]} : vector<4xf32>, memref<4xf32>
    %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
    vector.transfer_write %0, %alloc_0[%c0] {in_bounds = [true]} : vector<4xf32>, memref<4xf32>
    %2 = vector.transfer_read %alloc[%c0], %arg1 {in_bounds = [true]} : memref<4xf32>, vector<4xf32>
    return %arg0, %alloc_0, %1, %2 : memref<8xf32>, memref<4xf32>, vector<4xf32>, vector<4xf32>
  }
}

