// RUN: tilec opt --decompose-tensor-ops --remarks %s
// How many elements a row has, or how many positions there are, is only known at run time.
func.func @f(%a: tensor<?xf32>, %shape: tensor<2xindex>, %rows: tensor<?x1x4xf32>, %to: tensor<5x4xf32>, %at: tensor<?x1xindex>)
    -> (tensor<?x?xf32>, tensor<5x4xf32>) {
  %0 = tensor.reshape %a(%shape) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = tensor.scatter %rows into %to[%at] scatter_dims([0]) unique
      : (tensor<?x1x4xf32>, tensor<5x4xf32>, tensor<?x1xindex>) -> tensor<5x4xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<5x4xf32>
}
