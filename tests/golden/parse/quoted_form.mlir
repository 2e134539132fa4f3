// RUN: tilec opt %s
// Properties, plain dictionaries, successors, an empty region.
#id = affine_map<(d0) -> (d0)>
"builtin.module"() ({
  "memref.global"() {sym_name = "w", type = memref<2xf32>, initial_value = dense<1.0> : tensor<2xf32>, constant} : () -> ()
  "func.func"() <{function_type = (tensor<4xf32>, i32, i1) -> tensor<4xf32>, sym_name = "quoted"}> ({
  ^bb0(%a: tensor<4xf32>, %n: i32, %c: i1):
    %0 = "linalg.generic"(%a, %a) <{indexing_maps = [#id, #id], iterator_types = [#linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%x: f32, %z: f32):
      %1 = "arith.addf"(%x, %x) <{fastmath = #arith.fastmath<nnan, ninf>}> : (f32, f32) -> f32
      %2 = "arith.cmpf"(%1, %x) <{fastmath = #arith.fastmath<none>, predicate = 2 : i64}> : (f32, f32) -> i1
      %3 = "arith.select"(%2, %1, %x) : (i1, f32, f32) -> f32
      "linalg.yield"(%3) : (f32) -> ()
    }) {note = "kept"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %s = "arith.addi"(%n, %n) <{overflowFlags = #arith.overflow<nsw>}> : (i32, i32) -> i32
    %e:2 = "arith.addui_extended"(%s, %n) : (i32, i32) -> (i32, i1)
    %f = "linalg.exp"(%0, %a) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%x: f32, %z: f32):
      %4 = "math.exp"(%x) <{fastmath = #arith.fastmath<none>}> : (f32) -> f32
      "linalg.yield"(%4) : (f32) -> ()
    }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "cf.cond_br"(%c, %f, %a)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (i1, tensor<4xf32>, tensor<4xf32>) -> ()
  ^bb1(%r: tensor<4xf32>):
    "func.return"(%r) : (tensor<4xf32>) -> ()
  }) : () -> ()
  "func.func"() ({
  }) {function_type = (i32) -> (), sym_name = "declared", sym_visibility = "private"} : () -> ()
}) : () -> ()
