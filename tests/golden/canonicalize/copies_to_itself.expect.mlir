module {
  func.func @f(%arg0: memref<8xf32>) {
    return
  }
}

