// RUN: tilec opt %s
// The quoted form spells out defaults and numbers keywords.
"builtin.module"() <{}> ({
  "transform.named_sequence"() <{arg_attrs = [{transform.readonly}], function_type = (!transform.any_op) -> (), sym_name = "sub"}> ({
  ^bb0(%arg0: !transform.any_op):
    "transform.yield"() : () -> ()
  }) : () -> ()
  "transform.named_sequence"() <{arg_attrs = [{transform.readonly}], function_type = (!transform.any_op) -> !transform.any_op, sym_name = "m"}> ({
  ^bb0(%arg0: !transform.any_op):
    "transform.yield"(%arg0) : (!transform.any_op) -> ()
  }) : () -> ()
  "transform.named_sequence"() <{function_type = (!transform.any_op, !transform.param<i64>, !transform.op<"scf.for">) -> (), sym_name = "__transform_main"}> ({
  ^bb0(%arg0: !transform.any_op, %arg1: !transform.param<i64>, %loop: !transform.op<"scf.for">):
    %0 = "transform.structured.match"(%arg0) <{interface = 1 : i32, ops = ["linalg.matmul"]}> : (!transform.any_op) -> !transform.any_op
    %1:2 = "transform.split_handle"(%0) <{fail_on_payload_too_small = true, pass_through_empty_handle = true}> : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %2 = "transform.get_parent_op"(%0) <{nth_parent = 1 : i64, op_name = "func.func"}> : (!transform.any_op) -> !transform.any_op
    "transform.include"(%0) <{failure_propagation_mode = 2 : i32, target = @sub}> : (!transform.any_op) -> ()
    %3 = "transform.foreach_match"(%arg0) <{actions = [@sub], matchers = [@m]}> : (!transform.any_op) -> !transform.any_op
    "transform.foreach"(%0) ({
    ^bb0(%arg2: !transform.any_op):
      "transform.yield"() : () -> ()
    }) : (!transform.any_op) -> ()
    %4:3 = "transform.structured.tile_using_for"(%0) <{scalable_sizes = array<i1: false, false>, static_sizes = array<i64: 8, 4>}> : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    %5:2 = "transform.structured.tile_using_forall"(%0, %arg1) <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 1>, static_tile_sizes = array<i64>}> : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %6:4 = "transform.structured.tile_reduction_using_for"(%0) <{reduction_dims = [], tile_sizes = [0, 5]}> : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    %7:2 = "transform.loop.peel"(%loop) <{fail_if_already_divisible = false, peel_front = false}> : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    "transform.apply_patterns"(%arg0) <{max_iterations = -1 : i64, max_num_rewrites = -1 : i64}> ({
      "transform.apply_patterns.canonicalization"() : () -> ()
    }) : (!transform.any_op) -> ()
    %8 = "transform.apply_registered_pass"(%arg0, %arg1) <{options = {a = [1, #transform.param_operand<index = 0 : i64>]}, pass_name = "x"}> : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %9 = "transform.bufferization.one_shot_bufferize"(%8) <{allow_return_allocs_from_loops = false, allow_unknown_ops = false, bufferize_function_boundaries = true, check_parallel_regions = true, dump_alias_sets = false, function_boundary_type_conversion = 1 : i32, memcpy_op = "memref.copy", print_conflicts = false, test_analysis_only = false}> : (!transform.any_op) -> !transform.any_op
    "transform.yield"() : () -> ()
  }) : () -> ()
}) {transform.with_named_sequence} : () -> ()
