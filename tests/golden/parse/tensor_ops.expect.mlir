module {
  func.func @tensors(%arg0: tensor<?x4xf32>, %arg1: index, %arg2: f32, %arg3: tensor<1xindex>) -> tensor<?x4xf32> {
    %c0 = arith.constant 0 : index
    %rank = tensor.rank %arg0 : tensor<?x4xf32>
    %dim = tensor.dim %arg0, %c0 : tensor<?x4xf32>
    %padded = tensor.pad %arg0 low[1, %arg1] high[%arg1, 0] {
    ^bb0(%arg4: index, %arg5: index):
      tensor.yield %arg2 : f32
    } : tensor<?x4xf32> to tensor<?x?xf32>
    %padded_0 = tensor.pad %arg0 nofold low[0, 0] high[0, 0] {
    ^bb0(%arg4: index, %arg5: index):
      tensor.yield %arg2 : f32
    } {kept} : tensor<?x4xf32> to tensor<?x4xf32>
    %generated = tensor.generate %dim {
    ^bb0(%arg4: index, %arg5: index):
      tensor.yield %arg2 : f32
    } : tensor<?x4xf32>
    %concat = tensor.concat dim(0) %arg0, %generated, %padded_0 : (tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    %from_elements = tensor.from_elements %arg2, %arg2 : tensor<2xf32>
    %from_elements_1 = tensor.from_elements  : tensor<0xf32>
    %splat = tensor.splat %arg2 : tensor<2xf32>
    %splat_2 = tensor.splat %arg2[%dim, %arg1] : tensor<?x?xf32>
    %inserted = tensor.insert %arg2 into %concat[%arg1, %c0] : tensor<?x4xf32>
    %reshape = tensor.reshape %arg0(%arg3) : (tensor<?x4xf32>, tensor<1xindex>) -> tensor<?xf32>
    %cst = arith.constant dense<[[0], [2]]> : tensor<2x1xindex>
    %gather = tensor.gather %arg0[%cst] gather_dims([1]) unique : (tensor<?x4xf32>, tensor<2x1xindex>) -> tensor<2x?x1xf32>
    %scatter = tensor.scatter %gather into %arg0[%cst] scatter_dims([1]) unique {once} : (tensor<2x?x1xf32>, tensor<?x4xf32>, tensor<2x1xindex>) -> tensor<?x4xf32>
    %0 = tensor.bitcast %scatter : tensor<?x4xf32> to tensor<?x4xi32>
    bufferization.dealloc_tensor %reshape : tensor<?xf32>
    return %inserted : tensor<?x4xf32>
  }
}

