module {
  func.func @a() {
    return
  }
}

// -----
module {
  func.func @a() {
    return
  }
}

