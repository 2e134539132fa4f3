// RUN: tilec opt %s
// Hex data of bits, sparse, elided, small floats.
func.func @constants() {
  %bits = arith.constant dense<"0x05"> : tensor<4xi1>
  %ones = arith.constant dense<"0xFF"> : tensor<5xi1>
  %sparse = arith.constant sparse<[[0, 1], [1, 0]], [2.0, -0.0]> : tensor<2x3xf32>
  %same = arith.constant sparse<[[0], [3]], [7, 7]> : tensor<5xi16>
  %nothing = arith.constant sparse<> : tensor<2xi8>
  %elided = arith.constant dense_resource<__elided__> : tensor<1024xf32>
  %f8 = arith.constant dense<[0.1, -448.0, 0.015625]> : tensor<3xf8E4M3FN>
  %f4 = arith.constant 6.0 : f4E2M1FN
  %nan = arith.constant 0x7F : f8E4M3FN
  %scale = arith.constant 4.0 : f8E8M0FNU
  %wide = arith.scaling_extf %f4, %scale : f4E2M1FN, f8E8M0FNU to f32
  return
}
