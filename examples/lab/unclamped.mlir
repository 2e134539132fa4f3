// The largest of each four of ten elements, squared, by hand: the last tile has two elements, and the consumer reads four.
func.func @largest(%x: tensor<10xf32>) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<3xf32>
  %zero = arith.constant dense<0.0> : tensor<1xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%acc = %e) -> (tensor<3xf32>) {
    %at = affine.apply affine_map<(d0) -> (d0 * 4)>(%i)
    %n = affine.min affine_map<(d0) -> (-d0 + 10, 4)>(%at)
    %part = tensor.extract_slice %x[%at] [%n] [1] : tensor<10xf32> to tensor<?xf32>
    %four = tensor.empty() : tensor<4xf32>
    %room = tensor.extract_slice %four[0] [%n] [1] : tensor<4xf32> to tensor<?xf32>
    %squares = linalg.mul ins(%part, %part : tensor<?xf32>, tensor<?xf32>) outs(%room : tensor<?xf32>) -> tensor<?xf32>
    %tile = tensor.insert_slice %squares into %four[0] [%n] [1] : tensor<?xf32> into tensor<4xf32>
    %largest = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (0)>], iterator_types = ["reduction"]} ins(%tile : tensor<4xf32>) outs(%zero : tensor<1xf32>) {
    ^bb0(%a: f32, %b: f32):
      %m = arith.maximumf %a, %b : f32
      linalg.yield %m : f32
    } -> tensor<1xf32>
    %next = tensor.insert_slice %largest into %acc[%i] [1] [1] : tensor<1xf32> into tensor<3xf32>
    scf.yield %next : tensor<3xf32>
  }
  return %r : tensor<3xf32>
}
