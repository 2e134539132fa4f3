module {
  func.func private @g() -> memref<8xf32>
}

