//! The rows of `transform`: the steps of schedules. Which of them tilec can run is in `docs/schedules.md`.

use super::{NO_GROUPS, W, many, one, optional, row, same};
use crate::op::OpKind;
use crate::spelling::{Form, Group, Spelling};

const TARGET: &[Group] = &[one("target", W)];
const RESULTS: &[Group] = &[many("results", W)];
const TRANSFORMED: &[Group] = &[one("transformed", W)];

const fn step(name: &'static str, operands: &'static [Group], results: &'static [Group], form: &'static str) -> Spelling {
    row(name, OpKind::Transform, operands, results, Form::Format(form))
}

/// A step on one handle that gives nothing.
const fn on(name: &'static str) -> Spelling {
    step(name, TARGET, NO_GROUPS, "$target attr-dict : type($target)")
}

/// As [`on`], with the word `to`.
const fn to(name: &'static str) -> Spelling {
    step(name, TARGET, NO_GROUPS, "to $target attr-dict : type($target)")
}

/// A step from one handle to another.
const fn map(name: &'static str) -> Spelling {
    step(name, TARGET, TRANSFORMED, "$target attr-dict : function-type")
}

/// A set of patterns in the body of `apply_patterns`.
const fn patterns(name: &'static str) -> Spelling {
    step(name, NO_GROUPS, NO_GROUPS, "attr-dict")
}

pub(super) const TRANSFORM: &[Spelling] = &[
    row("transform.named_sequence", OpKind::Transform, NO_GROUPS, NO_GROUPS, Form::Func).attrs(super::FUNC_ATTRS),
    step("transform.yield", &[many("operands", W)], NO_GROUPS, "_ [? $operands : type($operands) ?] attr-dict"),
    // Finding.
    step(
        "transform.structured.match",
        TARGET,
        RESULTS,
        "[? ops ~ { attr($ops) } ?] [? interface { $interface } ?] [? attributes attr($op_attrs) ?] \
         [? filter_result_type = attr($filter_result_type) ?] [? filter_operand_types = attr($filter_operand_types) ?] \
         in $target attr-dict : function-type",
    )
    .attrs(&["ops", "interface", "op_attrs", "filter_result_type", "filter_operand_types"]),
    step(
        "transform.match.operation_name",
        &[one("operand_handle", W)],
        NO_GROUPS,
        "$operand_handle attr($op_names) attr-dict : type($operand_handle)",
    )
    .attrs(&["op_names"]),
    step(
        "transform.foreach_match",
        &[one("root", W), many("forwarded_inputs", W)],
        &[one("updated_root", W), many("yielded", W)],
        "$restrict_root=restrict_root $flatten_results=flatten_results in $root [? , $forwarded_inputs ?] pairs attr-dict : function-type",
    )
    .attrs(&["restrict_root", "flatten_results", "matchers", "actions"])
    .named_results(),
    step("transform.collect_matching", &[one("root", W)], RESULTS, "$matcher in $root attr-dict : function-type").attrs(&["matcher"]),
    // Handles.
    step("transform.split_handle", &[one("handle", W)], RESULTS, "$handle attr-dict : function-type").attrs(&[
        "pass_through_empty_handle",
        "fail_on_payload_too_small",
        "overflow_result",
    ]),
    step(
        "transform.merge_handles",
        &[many("handles", same("result"))],
        &[one("result", W)],
        "$deduplicate=deduplicate $handles attr-dict : type($result)",
    )
    .attrs(&["deduplicate"]),
    step("transform.get_parent_op", TARGET, &[one("parent", W)], "$target attr-dict : function-type").attrs(&[
        "isolated_from_above",
        "allow_empty_results",
        "op_name",
        "deduplicate",
        "nth_parent",
    ]),
    step("transform.get_producer_of_operand", TARGET, &[one("producer", W)], "$target [ $operand_number ] attr-dict : function-type")
        .attrs(&["operand_number"]),
    step("transform.get_consumers_of_result", TARGET, &[one("consumers", W)], "$target [ $result_number ] attr-dict : function-type")
        .attrs(&["result_number"]),
    step("transform.get_defining_op", TARGET, &[one("result", W)], "$target attr-dict : function-type"),
    step("transform.get_result", TARGET, &[one("result", W)], "$target ~ positions attr-dict : function-type").attrs(POSITIONS),
    step("transform.get_operand", TARGET, &[one("result", W)], "$target ~ positions attr-dict : function-type").attrs(POSITIONS),
    step("transform.cast", &[one("input", W)], &[one("output", W)], "$input attr-dict : type($input) to type($output)"),
    step("transform.num_associations", &[one("handle", W)], &[one("num", W)], "$handle attr-dict : function-type"),
    step("transform.param.constant", NO_GROUPS, &[one("param", W)], "typed($value) attr-dict -> type($param)").attrs(&["value"]),
    // Control.
    step(
        "transform.include",
        &[many("operands", W)],
        RESULTS,
        "$target failures ( $failure_propagation_mode ) ( $operands ) attr-dict : function-type",
    )
    .attrs(&["target", "failure_propagation_mode"]),
    step(
        "transform.foreach",
        &[many("targets", W)],
        RESULTS,
        "$targets $with_zip_shortest=with_zip_shortest : type($targets) [? -> type($results) ?] region attr-dict",
    )
    .attrs(&["with_zip_shortest"]),
    // What is said of ops.
    step(
        "transform.annotate",
        &[one("target", W), optional("param", W)],
        NO_GROUPS,
        "$target attr($name) [? = $param ?] attr-dict : type($target) [? , type($param) ?]",
    )
    .attrs(&["name"]),
    step("transform.print", &[optional("target", W)], NO_GROUPS, "$target attr-dict [? : type($target) ?]").attrs(&[
        "name",
        "assume_verified",
        "use_local_scope",
        "skip_regions",
    ]),
    step(
        "transform.debug.emit_remark_at",
        &[one("at", W)],
        NO_GROUPS,
        "$at , $message attr-dict : type($at)",
    )
    .attrs(&["message"]),
    // Structured ops.
    step(
        "transform.structured.tile_using_for",
        &[one("target", W), many("dynamic_sizes", W)],
        &[one("tiled_linalg_op", W), many("loops", W)],
        "$target tile_sizes list($dynamic_sizes) [? interchange = ints($interchange) ?] attr-dict : function-type",
    )
    .attrs(&["static_sizes", "interchange", "scalable_sizes"])
    .named_results(),
    step(
        "transform.structured.tile_using_forall",
        &[one("target", W), many("num_threads", W), many("tile_sizes", W), optional("packed_num_threads", W), optional("packed_tile_sizes", W)],
        &[one("tiled_op", W), one("forall_op", W)],
        "$target [? num_threads [? list($num_threads) ?] [? * ~ ( $packed_num_threads ) ?] ?] \
         [? tile_sizes [? list($tile_sizes) ?] [? * ~ ( $packed_tile_sizes ) ?] ?] [? ~ ( mapping = attr($mapping) ) ?] \
         attr-dict : function-type",
    )
    .attrs(&["static_num_threads", "static_tile_sizes", "mapping"])
    .named_results(),
    step(
        "transform.structured.tile_reduction_using_for",
        TARGET,
        &[many("fill_op", W), one("split_op", W), one("combining_op", W), one("for_op", W)],
        "$target [? reduction_dims = ints($reduction_dims) ?] by tile_sizes = ints($tile_sizes) attr-dict : function-type",
    )
    .attrs(&["reduction_dims", "tile_sizes"])
    .named_results(),
    step(
        "transform.structured.tile_reduction_using_forall",
        TARGET,
        &[many("fill_op", W), one("split_op", W), one("combining_op", W), one("forall_op", W)],
        "$target [? reduction_dims = ints($reduction_dims) ?] by [? num_threads = ints($num_threads) ?] \
         [? tile_sizes = ints($tile_sizes) ?] [? mapping = attr($mapping) ?] attr-dict : function-type",
    )
    .attrs(&["reduction_dims", "num_threads", "tile_sizes", "mapping"])
    .named_results(),
    step(
        "transform.structured.fuse",
        &[one("target", W), many("tile_sizes", W), many("tile_interchange", W)],
        &[one("transformed", W), many("loops", W)],
        "$target [? tile_sizes list($tile_sizes) ?] [? interchange list($tile_interchange) ?] attr-dict : function-type",
    )
    .attrs(&["static_tile_sizes", "static_tile_interchange", "apply_cleanup", "use_forall"])
    .named_results(),
    step(
        "transform.structured.fuse_into_containing_op",
        &[one("producer_op", W), one("containing_op", W)],
        &[one("fused_op", W), one("new_containing_op", W)],
        "$producer_op into $containing_op attr-dict : function-type",
    )
    .named_results(),
    // In MLIR 22 only the test dialect has this step.
    step(
        "transform.test.fuse_consumer",
        &[one("consumer", W), many("loops", W)],
        &[one("fused_consumer", W), many("result_loops", W)],
        "$consumer into ( $loops ) attr-dict : function-type",
    )
    .named_results(),
    step(
        "transform.structured.interchange",
        TARGET,
        TRANSFORMED,
        "$target [? iterator_interchange = ints($iterator_interchange) ?] attr-dict : function-type",
    )
    .attrs(&["iterator_interchange"]),
    map("transform.structured.generalize"),
    map("transform.structured.specialize"),
    map("transform.structured.decompose"),
    map("transform.structured.decompose_interface"),
    step(
        "transform.structured.pad",
        &[one("target", W), many("pad_to_multiple_of", W)],
        &[one("padded", W), one("pad", W), one("copy", W)],
        "$target [? pad_to_multiple_of list($pad_to_multiple_of) ?] $use_prescribed_tensor_shapes=use_prescribed_tensor_shapes \
         attr-dict : function-type",
    )
    .attrs(&[
        "padding_values",
        "padding_dimensions",
        "static_pad_to_multiple_of",
        "nofold_flags",
        "transpose_paddings",
        "copy_back_op",
        "use_prescribed_tensor_shapes",
    ])
    .named_results(),
    step(
        "transform.structured.pack",
        &[one("target", W), many("packed_sizes", W)],
        &[one("packed_op", W)],
        "$target packed_sizes = list($packed_sizes) attr-dict : function-type",
    )
    .attrs(&["static_packed_sizes"]),
    step(
        "transform.structured.pack_transpose",
        &[one("target_pack_or_un_pack_op", W), one("target_linalg_op", W)],
        &[one("packed_op", W), one("pack_op", W), one("un_pack_op", W)],
        "$target_pack_or_un_pack_op with_compute_op ( $target_linalg_op ) [? outer_perm = ints($outer_perm) ?] \
         [? inner_perm = ints($inner_perm) ?] attr-dict : function-type",
    )
    .attrs(&["outer_perm", "inner_perm"])
    .named_results(),
    step(
        "transform.structured.lower_pack",
        TARGET,
        &[one("pad_op", W), one("expand_shape_op", W), one("transpose_op", W)],
        "$target attr-dict : function-type",
    )
    .attrs(&["lowerPadLikeWithInsertSlice"])
    .named_results(),
    step(
        "transform.structured.lower_unpack",
        TARGET,
        &[one("empty_op", W), one("transpose_op", W), one("collapse_shape_op", W), one("extract_slice_op", W)],
        "$target attr-dict : function-type",
    )
    .attrs(&["lowerUnpadLikeWithExtractSlice"])
    .named_results(),
    step(
        "transform.structured.vectorize",
        &[one("target", W), many("vector_sizes", W)],
        NO_GROUPS,
        "$target [? vector_sizes list($vector_sizes) ?] attr-dict : type($target) [? , type($vector_sizes) ?]",
    )
    .attrs(&[
        "static_vector_sizes",
        "vectorize_nd_extract",
        "assume_dynamic_dims_match_vec_sizes",
        "create_named_contraction",
        "scalable_sizes",
    ]),
    map("transform.structured.vectorize_children_and_apply_patterns").attrs(&[
        "fold_type_extensions_into_contract",
        "vectorize_padding",
        "vectorize_nd_extract",
        "flatten_1d_depthwise_conv",
        "disable_multi_reduction_to_contract_patterns",
        "disable_transfer_permutation_map_lowering_patterns",
    ]),
    map("transform.structured.hoist_redundant_vector_transfers").attrs(&["verify_non_zero_trip"]),
    // Loops.
    step(
        "transform.loop.peel",
        TARGET,
        &[one("peeled_loop", W), one("remainder_loop", W)],
        "$target attr-dict : function-type",
    )
    .attrs(&["peel_front", "fail_if_already_divisible"])
    .named_results(),
    on("transform.loop.unroll").attrs(&["factor"]),
    on("transform.loop.hoist_loop_invariant_subsets"),
    step("transform.loop.forall_to_for", TARGET, &[many("transformed", W)], "$target attr-dict : function-type"),
    step(
        "transform.loop.fuse_sibling",
        &[one("target", W), one("source", W)],
        &[one("fused_loop", W)],
        "$target into $source attr-dict : function-type",
    ),
    to("transform.apply_licm"),
    // Rewriting at large.
    step("transform.apply_patterns", TARGET, NO_GROUPS, "to $target region attr-dict : type($target)").attrs(&[
        "apply_cse",
        "max_iterations",
        "max_num_rewrites",
    ]),
    patterns("transform.apply_patterns.canonicalization"),
    patterns("transform.apply_patterns.linalg.tiling_canonicalization"),
    patterns("transform.apply_patterns.linalg.erase_unnecessary_inputs"),
    patterns("transform.apply_patterns.linalg.decompose_pack_unpack"),
    patterns("transform.apply_patterns.linalg.decompose_pad"),
    patterns("transform.apply_patterns.linalg.fold_pack_unpack_into_empty").attrs(&["fold_single_use_only"]),
    patterns("transform.apply_patterns.scf.for_loop_canonicalization"),
    patterns("transform.apply_patterns.tensor.bubble_up_extract_slice"),
    patterns("transform.apply_patterns.tensor.decompose_concat"),
    patterns("transform.apply_patterns.tensor.drop_redundant_insert_slice_rank_expansion"),
    patterns("transform.apply_patterns.tensor.fold_tensor_empty").attrs(&["fold_single_use_only"]),
    patterns("transform.apply_patterns.tensor.fold_tensor_subset_ops"),
    patterns("transform.apply_patterns.tensor.fold_tensor_subset_ops_into_vector_transfers"),
    patterns("transform.apply_patterns.tensor.merge_consecutive_insert_extract_slice"),
    patterns("transform.apply_patterns.tensor.reassociative_reshape_folding"),
    patterns("transform.apply_patterns.memref.fold_memref_alias_ops"),
    patterns("transform.apply_patterns.memref.resolve_ranked_shaped_type_result_dims"),
    patterns("transform.apply_patterns.vector.cast_away_vector_leading_one_dim"),
    patterns("transform.apply_patterns.vector.fold_arith_extension"),
    patterns("transform.apply_patterns.vector.lower_masked_transfers"),
    patterns("transform.apply_patterns.vector.lower_outerproduct"),
    patterns("transform.apply_patterns.vector.lower_shape_cast"),
    patterns("transform.apply_patterns.vector.reduction_to_contract"),
    patterns("transform.apply_patterns.vector.sink_ops"),
    patterns("transform.apply_patterns.vector.transfer_permutation_patterns"),
    to("transform.apply_cse"),
    to("transform.apply_dce"),
    step(
        "transform.apply_registered_pass",
        &[one("target", W), many("dynamic_options", W)],
        &[one("result", W)],
        "$pass_name [? with options = pass-options ?] to $target attr-dict : function-type",
    )
    .attrs(&["pass_name", "options"]),
    on("transform.bufferization.eliminate_empty_tensors"),
    step(
        "transform.bufferization.one_shot_bufferize",
        TARGET,
        TRANSFORMED,
        "[? layout ~ { $function_boundary_type_conversion } ?] $target attr-dict : function-type",
    )
    .attrs(&[
        "function_boundary_type_conversion",
        "allow_return_allocs_from_loops",
        "allow_unknown_ops",
        "bufferize_function_boundaries",
        "check_parallel_regions",
        "dump_alias_sets",
        "test_analysis_only",
        "print_conflicts",
        "memcpy_op",
    ]),
    map("transform.bufferization.empty_tensor_to_alloc_tensor"),
];

const POSITIONS: &[&str] = &["raw_position_list", "is_all", "is_inverted"];
