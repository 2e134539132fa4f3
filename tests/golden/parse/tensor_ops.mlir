// RUN: tilec opt %s
// The tail of tensor.
func.func @tensors(%a: tensor<?x4xf32>, %i: index, %x: f32, %shape: tensor<1xindex>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %r = tensor.rank %a : tensor<?x4xf32>
  %d = tensor.dim %a, %c0 : tensor<?x4xf32>
  %p = tensor.pad %a low[1, %i] high[%i, 0] {
  ^bb0(%k: index, %l: index):
    tensor.yield %x : f32
  } : tensor<?x4xf32> to tensor<?x?xf32>
  %q = tensor.pad %a nofold low[0, 0] high[0, 0] { ^bb0(%k: index, %l: index): tensor.yield %x : f32 } {kept} : tensor<?x4xf32> to tensor<?x4xf32>
  %g = tensor.generate %d { ^bb0(%k: index, %l: index): tensor.yield %x : f32 } : tensor<?x4xf32>
  %cc = tensor.concat dim(0) %a, %g, %q : (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %fe = tensor.from_elements %x, %x : tensor<2xf32>
  %none = tensor.from_elements : tensor<0xf32>
  %s = tensor.splat %x : tensor<2xf32>
  %sd = tensor.splat %x[%d, %i] : tensor<?x?xf32>
  %in = tensor.insert %x into %cc[%i, %c0] : tensor<?x4xf32>
  %flat = tensor.reshape %a(%shape) : (tensor<?x4xf32>, tensor<1xindex>) -> tensor<?xf32>
  %at = arith.constant dense<[[0], [2]]> : tensor<2x1xindex>
  %ga = tensor.gather %a[%at] gather_dims([1]) unique : (tensor<?x4xf32>, tensor<2x1xindex>) -> tensor<2x?x1xf32>
  %sc = tensor.scatter %ga into %a[%at] scatter_dims([1]) unique {once} : (tensor<2x?x1xf32>, tensor<?x4xf32>, tensor<2x1xindex>) -> tensor<?x4xf32>
  %bits = tensor.bitcast %sc : tensor<?x4xf32> to tensor<?x4xi32>
  bufferization.dealloc_tensor %flat : tensor<?xf32>
  return %in : tensor<?x4xf32>
}
