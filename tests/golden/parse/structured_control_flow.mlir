// RUN: tilec opt %s
// Every loop and branch of scf, with and without results.
func.func private @observe(index)
func.func @control(%n: index, %c: i1, %x: f32, %t: tensor<?xf32>, %m: memref<?xf32>) -> (f32, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = scf.if %c -> (f32) { scf.yield %x : f32 } else { %y = arith.negf %x : f32
    scf.yield %y : f32 }
  scf.if %c { func.call @observe(%n) : (index) -> () } else { func.call @observe(%c0) : (index) -> () } {hint = "cold"}
  %w:2 = scf.while (%i = %c0, %v = %a) : (index, f32) -> (f32, index) {
    %go = arith.cmpi ult, %i, %n : index
    scf.condition(%go) %v, %i : f32, index
  } do {
  ^bb0(%v: f32, %i: index):
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %v : index, f32
  } attributes {trips = 3 : i32}
  scf.while : () -> () { scf.condition(%c) } do { scf.yield }
  %f = scf.forall (%i, %j) in (%n, 4) shared_outs(%o = %t) -> (tensor<?xf32>) {
    %s = tensor.extract_slice %o[%i] [1] [1] : tensor<?xf32> to tensor<1xf32>
    scf.forall.in_parallel { tensor.parallel_insert_slice %s into %o[%j] [1] [1] : tensor<1xf32> into tensor<?xf32> }
  } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
  scf.forall (%i) = (1) to (%n) step (2) { memref.store %x, %m[%i] : memref<?xf32> }
  %p:2 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%a, %x) -> (f32, f32) {
    %e = memref.load %m[%i] : memref<?xf32>
    scf.reduce(%e, %e : f32, f32) {
    ^bb0(%l: f32, %r: f32):
      %s = arith.addf %l, %r : f32
      scf.reduce.return %s : f32
    }, {
    ^bb0(%l: f32, %r: f32):
      %s = arith.maximumf %l, %r : f32
      scf.reduce.return %s : f32
    }
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) { scf.reduce } {collapse}
  %r = arith.addf %p#0, %w#0 : f32
  return %r, %f : f32, tensor<?xf32>
}
