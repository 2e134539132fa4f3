#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> (d0 + 3)>
module {
  func.func @f(%arg0: tensor<3xindex>, %arg1: tensor<2xindex>, %arg2: tensor<5xindex>) -> tensor<5xindex> {
    %extracted_slice = tensor.extract_slice %arg2[0] [3] [1] : tensor<5xindex> to tensor<3xindex>
    %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg0 : tensor<3xindex>) outs(%extracted_slice : tensor<3xindex>) {
    ^bb0(%in: index, %out: index):
      %2 = linalg.index 0 : index
      %3 = arith.subi %in, %2 : index
      linalg.yield %3 : index
    } -> tensor<3xindex>
    %inserted_slice = tensor.insert_slice %0 into %arg2[0] [3] [1] : tensor<3xindex> into tensor<5xindex>
    %extracted_slice_0 = tensor.extract_slice %inserted_slice[3] [2] [1] : tensor<5xindex> to tensor<2xindex>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg1 : tensor<2xindex>) outs(%extracted_slice_0 : tensor<2xindex>) {
    ^bb0(%in: index, %out: index):
      %2 = arith.addi %in, %in : index
      %3 = linalg.index 0 : index
      %4 = affine.apply #map1(%3)
      %5 = arith.subi %2, %4 : index
      linalg.yield %5 : index
    } -> tensor<2xindex>
    %inserted_slice_1 = tensor.insert_slice %1 into %inserted_slice[3] [2] [1] : tensor<2xindex> into tensor<5xindex>
    return %inserted_slice_1 : tensor<5xindex>
  }
}

