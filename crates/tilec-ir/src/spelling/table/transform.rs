//! The rows of `transform`: schedules, kept for whoever runs them.

use super::{NO_GROUPS, W, many, one, row};
use crate::op::OpKind;
use crate::spelling::{Form, Group, Spelling};

const TARGET: &[Group] = &[one("target", W)];

const fn step(name: &'static str, operands: &'static [Group], results: &'static [Group], form: &'static str) -> Spelling {
    row(name, OpKind::Transform, operands, results, Form::Format(form))
}

pub(super) const TRANSFORM: &[Spelling] = &[
    row("transform.named_sequence", OpKind::Transform, NO_GROUPS, NO_GROUPS, Form::Func).attrs(super::FUNC_ATTRS),
    step("transform.yield", &[many("operands", W)], NO_GROUPS, "_ [? $operands : type($operands) ?] attr-dict"),
    step(
        "transform.structured.match",
        TARGET,
        &[many("results", W)],
        "[? ops ~ { attr($ops) } ?] [? interface { $interface } ?] [? attributes attr($op_attrs) ?] \
         [? filter_result_type = attr($filter_result_type) ?] in $target attr-dict : function-type",
    )
    .attrs(&["ops", "interface", "op_attrs", "filter_result_type"]),
    step(
        "transform.structured.tile_using_for",
        &[one("target", W), many("dynamic_sizes", W)],
        &[one("tiled_linalg_op", W), many("loops", W)],
        "$target [? tile_sizes list($dynamic_sizes) ?] [? interchange = ints($interchange) ?] attr-dict : function-type",
    )
    .attrs(&["static_sizes", "interchange"])
    .named_results(),
    step(
        "transform.structured.tile_using_forall",
        &[one("target", W), many("num_threads", W), many("tile_sizes", W)],
        &[one("tiled_op", W), one("forall_op", W)],
        "$target [? num_threads list($num_threads) ?] [? tile_sizes list($tile_sizes) ?] [? ( mapping = attr($mapping) ) ?] \
         attr-dict : function-type",
    )
    .attrs(&["static_num_threads", "static_tile_sizes", "mapping"])
    .named_results(),
    step(
        "transform.structured.fuse_into_containing_op",
        &[one("producer_op", W), one("containing_op", W)],
        &[one("fused_op", W), one("new_containing_op", W)],
        "$producer_op into $containing_op attr-dict : function-type",
    )
    .named_results(),
    step("transform.apply_patterns", TARGET, NO_GROUPS, "to $target region attr-dict : type($target)"),
    step("transform.apply_patterns.canonicalization", NO_GROUPS, NO_GROUPS, "attr-dict"),
    step("transform.apply_patterns.linalg.tiling_canonicalization", NO_GROUPS, NO_GROUPS, "attr-dict"),
    step("transform.apply_cse", TARGET, NO_GROUPS, "to $target attr-dict : type($target)"),
];
