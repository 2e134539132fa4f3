#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @f() -> tensor<8x4xindex> {
    %0 = tensor.empty() : tensor<8x4xindex>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<8x4xindex>) {
    ^bb0(%out: index):
      %2 = linalg.index 1 : index
      %3 = linalg.index 0 : index
      %c100 = arith.constant 100 : index
      %4 = arith.muli %2, %c100 : index
      %5 = arith.addi %4, %3 : index
      %6 = arith.subi %5, %3 : index
      linalg.yield %6 : index
    } -> tensor<8x4xindex>
    return %1 : tensor<8x4xindex>
  }
}

