module {
  func.func private @observe(index)
  func.func @control(%arg0: index, %arg1: i1, %arg2: f32, %arg3: tensor<?xf32>, %arg4: memref<?xf32>) -> (f32, tensor<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = scf.if %arg1 -> (f32) {
      scf.yield %arg2 : f32
    } else {
      %5 = arith.negf %arg2 : f32
      scf.yield %5 : f32
    }
    scf.if %arg1 {
      func.call @observe(%arg0) : (index) -> ()
    } else {
      func.call @observe(%c0) : (index) -> ()
    } {hint = "cold"}
    %1:2 = scf.while (%arg5 = %c0, %arg6 = %0) : (index, f32) -> (f32, index) {
      %5 = arith.cmpi ult, %arg5, %arg0 : index
      scf.condition(%5) %arg6, %arg5 : f32, index
    } do {
    ^bb0(%arg5: f32, %arg6: index):
      %5 = arith.addi %arg6, %c1 : index
      scf.yield %5, %arg5 : index, f32
    } attributes {trips = 3 : i32}
    scf.while : () -> () {
      scf.condition(%arg1)
    } do {
      scf.yield
    }
    %2 = scf.forall (%arg5, %arg6) in (%arg0, 4) shared_outs(%arg7 = %arg3) -> (tensor<?xf32>) {
      %extracted_slice = tensor.extract_slice %arg7[%arg5] [1] [1] : tensor<?xf32> to tensor<1xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %extracted_slice into %arg7[%arg6] [1] [1] : tensor<1xf32> into tensor<?xf32>
      }
    } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
    scf.forall (%arg5) = (1) to (%arg0) step (2) {
      memref.store %arg2, %arg4[%arg5] : memref<?xf32>
    }
    %3:2 = scf.parallel (%arg5) = (%c0) to (%arg0) step (%c1) init (%0, %arg2) -> (f32, f32) {
      %5 = memref.load %arg4[%arg5] : memref<?xf32>
      scf.reduce(%5, %5 : f32, f32) {
      ^bb0(%arg6: f32, %arg7: f32):
        %6 = arith.addf %arg6, %arg7 : f32
        scf.reduce.return %6 : f32
      }, {
      ^bb0(%arg6: f32, %arg7: f32):
        %6 = arith.maximumf %arg6, %arg7 : f32
        scf.reduce.return %6 : f32
      }
    }
    scf.parallel (%arg5, %arg6) = (%c0, %c0) to (%arg0, %arg0) step (%c1, %c1) {
      scf.reduce 
    } {collapse}
    %4 = arith.addf %3#0, %1#0 : f32
    return %4, %2 : f32, tensor<?xf32>
  }
}

