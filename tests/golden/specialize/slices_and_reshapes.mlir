// RUN: tilec opt --specialize="arg0=6x8 arg1=2" %s
// Sizes of slices and reshapes that are known now go into the text; the size of an insertion follows from what is inserted.
func.func @f(%a: tensor<?x8xf32>, %n: index) -> (tensor<?x8xf32>, tensor<?x?x8xf32>, tensor<?xf32>) {
  %c3 = arith.constant 3 : index
  %s = tensor.extract_slice %a[%n, 0] [1, %c3] [1, %n] : tensor<?x8xf32> to tensor<?xf32>
  %i = tensor.insert_slice %s into %a[0, %n] [1, %c3] [1, 1] : tensor<?xf32> into tensor<?x8xf32>
  %x = tensor.expand_shape %i [[0, 1], [2]] output_shape [%n, %c3, 8] : tensor<?x8xf32> into tensor<?x?x8xf32>
  %c = tensor.collapse_shape %x [[0, 1, 2]] : tensor<?x?x8xf32> into tensor<?xf32>
  return %i, %x, %c : tensor<?x8xf32>, tensor<?x?x8xf32>, tensor<?xf32>
}
