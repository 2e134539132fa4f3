// RUN: tilec opt %s
// Tensors, buffers and vectors with ?, layouts and spaces.
func.func private @t(tensor<*xf32>, tensor<?x4xbf16>, tensor<f64>, tensor<0x3xi1>, tensor<4xf32, "sparse">)
func.func private @m(memref<4x?xf16>, memref<2x3xf32, strided<[?, 1], offset: ?>>, memref<4xf32, 1>, memref<*xi8>)
func.func private @l(memref<4x5xf32, affine_map<(d0, d1) -> (d1, d0)>>, vector<4x8xf32>, index, si8, ui16)
