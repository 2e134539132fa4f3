// RUN: tilec opt --canonicalize %s
// Offsets are multiples of the tile; four times 25 is 100, three times 17 is not 50.
func.func @f(%t: tensor<100x50xf32>) -> tensor<100x50xf32> {
  %r = scf.forall (%i, %j) in (4, 3) shared_outs(%u = %t) -> (tensor<100x50xf32>) {
    %m = affine.min affine_map<(d0) -> (d0 * -25 + 100, 25)>(%i)
    %n = affine.min affine_map<(d0) -> (d0 * -17 + 50, 17)>(%j)
    %x = affine.max affine_map<(d0) -> (0, d0)>(%m)
    %y = affine.max affine_map<(d0) -> (0, d0)>(%n)
    %a = affine.apply affine_map<(d0) -> (d0 * 25)>(%i)
    %b = affine.apply affine_map<(d0) -> (d0 * 17)>(%j)
    %s = tensor.extract_slice %u[%a, %b] [%x, %y] [1, 1] : tensor<100x50xf32> to tensor<?x?xf32>
    %e = linalg.exp ins(%s : tensor<?x?xf32>) outs(%s : tensor<?x?xf32>) -> tensor<?x?xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %e into %u[%a, %b] [%x, %y] [1, 1] : tensor<?x?xf32> into tensor<100x50xf32>
    }
  }
  return %r : tensor<100x50xf32>
}
