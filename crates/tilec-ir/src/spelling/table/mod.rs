//! The table. Rows of one family share a constructor, so that a row says only what is its own.

mod control;
mod scalars;
mod shaped;
mod transform;

use super::{Accepts, Arity, Form, Group, Hint, Spelling, TypeRule};
use crate::named::Named;
use crate::op::{OpKind, StructuredOp};
use control::CONTROL;
use scalars::SCALARS;
use shaped::SHAPED;
use transform::TRANSFORM;

const fn one(name: &'static str, ty: TypeRule) -> Group {
    Group { name, arity: Arity::One, ty }
}

const fn many(name: &'static str, ty: TypeRule) -> Group {
    Group { name, arity: Arity::Many, ty }
}

const fn optional(name: &'static str, ty: TypeRule) -> Group {
    Group { name, arity: Arity::Optional, ty }
}

const W: TypeRule = TypeRule::Written;
const INDEX: TypeRule = TypeRule::Index;
const fn same(group: &'static str) -> TypeRule {
    TypeRule::Same(group)
}

const RESULT: &[Group] = &[one("result", W)];
const NO_GROUPS: &[Group] = &[];

const fn row(name: &'static str, kind: OpKind, operands: &'static [Group], results: &'static [Group], form: Form) -> Spelling {
    Spelling { name, kind, operands, results, attrs: &[], form, accepts: Accepts::Any, hint: Hint::None }
}

impl Spelling {
    const fn attrs(mut self, attrs: &'static [&'static str]) -> Self {
        self.attrs = attrs;
        self
    }

    const fn hint(mut self, word: &'static str) -> Self {
        self.hint = Hint::Name(word);
        self
    }

    const fn named_results(mut self) -> Self {
        self.hint = Hint::Groups;
        self
    }

    const fn accepts(mut self, accepts: Accepts) -> Self {
        self.accepts = accepts;
        self
    }
}

const STRUCTURED: &[Group] = &[many("inputs", W), many("outputs", W)];
const fn structured(name: &'static str, op: StructuredOp, form: Form, attrs: &'static [&'static str]) -> Spelling {
    const RESULTS: &[Group] = &[many("result_tensors", W)];
    row(name, OpKind::Structured(op), STRUCTURED, RESULTS, form).attrs(attrs)
}

const FUNC_ATTRS: &[&str] = &["sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs"];

const PACK: &[Group] = &[one("source", W), one("dest", W), optional("padding_value", W), many("inner_tiles", INDEX)];
const UNPACK: &[Group] = &[one("source", W), one("dest", W), many("inner_tiles", INDEX)];
const PACK_ATTRS: &[&str] = &["outer_dims_perm", "inner_dims_pos", "static_inner_tiles"];
const PACK_FORM: &str = "$source [? padding_value ( $padding_value : type($padding_value) ) ?] \
    [? outer_dims_perm = ints($outer_dims_perm) ?] inner_dims_pos = ints($inner_dims_pos) \
    inner_tiles = list($inner_tiles) into $dest attr-dict : type($source) -> type($dest)";
const UNPACK_FORM: &str = "$source [? outer_dims_perm = ints($outer_dims_perm) ?] inner_dims_pos = ints($inner_dims_pos) \
    inner_tiles = list($inner_tiles) into $dest attr-dict : type($source) -> type($dest)";

/// The row of a named structured op: what is its own is in [`crate::named`].
pub(super) fn named(op: Named) -> Spelling {
    let attrs: &[&str] = match (op.def().own_maps, op.has_window()) {
        (true, _) => &["indexing_maps", "cast"],
        (_, true) => &["strides", "dilations", "cast"],
        _ => &["cast"],
    };
    structured(op.def().name, StructuredOp::Named(op), Form::Named, attrs)
}

/// All rows but those of the named structured ops.
pub(super) fn rows() -> impl Iterator<Item = Spelling> {
    [TABLE, SCALARS, SHAPED, CONTROL, TRANSFORM].into_iter().flatten().copied()
}

/// The rows of `builtin`, `func`, `linalg` and `vector`.
const TABLE: &[Spelling] = &[
    // builtin and func
    row("builtin.module", OpKind::Module, NO_GROUPS, NO_GROUPS, Form::Module).attrs(&["sym_name", "sym_visibility"]),
    row("func.func", OpKind::Func, NO_GROUPS, NO_GROUPS, Form::Func).attrs(FUNC_ATTRS),
    row(
        "func.return",
        OpKind::Return,
        &[many("operands", W)],
        NO_GROUPS,
        Form::Format("attr-dict [? $operands : type($operands) ?]"),
    ),
    row(
        "func.call",
        OpKind::Call,
        &[many("operands", W)],
        &[many("results", W)],
        Form::Format("$callee ( $operands ) attr-dict : function-type"),
    )
    .attrs(&["callee", "no_inline"]),
    // linalg
    structured(
        "linalg.generic",
        StructuredOp::Generic,
        Form::Generic,
        &["doc", "indexing_maps", "iterator_types", "library_call"],
    ),
    structured("linalg.fill", StructuredOp::Fill, Form::Named, &[]),
    structured("linalg.transpose", StructuredOp::Transpose, Form::Category, &["permutation"]).hint("transposed"),
    structured("linalg.broadcast", StructuredOp::Broadcast, Form::Category, &["dimensions"]).hint("broadcasted"),
    structured("linalg.elementwise", StructuredOp::Elementwise, Form::Named, &["kind", "indexing_maps"]),
    structured("linalg.contract", StructuredOp::Contract, Form::Named, &["indexing_maps", "cast"]),
    structured("linalg.map", StructuredOp::Map, Form::Mapper, &[]).hint("mapped"),
    structured("linalg.reduce", StructuredOp::Reduce, Form::Mapper, &["dimensions"]).hint("reduced"),
    row(
        "linalg.softmax",
        OpKind::Softmax,
        &[one("input", W), one("output", W)],
        &[optional("result", W)],
        Form::Format(
            "attr-dict dimension ( $dimension ) ins ( $input : type($input) ) outs ( $output : type($output) ) [? -> type($result) ?]",
        ),
    )
    .attrs(&["dimension"]),
    row("linalg.pack", OpKind::Pack { unpack: false }, PACK, &[one("result", same("dest"))], Form::Format(PACK_FORM))
        .attrs(PACK_ATTRS)
        .hint("pack"),
    row("linalg.unpack", OpKind::Pack { unpack: true }, UNPACK, &[one("result", same("dest"))], Form::Format(UNPACK_FORM))
        .attrs(PACK_ATTRS)
        .hint("unpack"),
    row("linalg.yield", OpKind::Yield, &[many("values", W)], NO_GROUPS, Form::Format("attr-dict [? $values : type($values) ?]")),
    row("linalg.index", OpKind::LoopIndex, NO_GROUPS, &[one("result", W)], Form::Format("$dim attr-dict : type($result)"))
        .attrs(&["dim"]),
    // vector
    row(
        "vector.load",
        OpKind::VectorLoad,
        &[one("base", W), many("indices", INDEX)],
        RESULT,
        Form::Format("$base [ $indices ] attr-dict : type($base) , type($result)"),
    )
    .attrs(&["nontemporal", "alignment"]),
    row(
        "vector.store",
        OpKind::VectorStore,
        &[one("valueToStore", W), one("base", W), many("indices", INDEX)],
        NO_GROUPS,
        Form::Format("$valueToStore , $base [ $indices ] attr-dict : type($base) , type($valueToStore)"),
    )
    .attrs(&["nontemporal", "alignment"]),
    row(
        "vector.transfer_read",
        OpKind::TransferRead,
        &[one("base", W), many("indices", INDEX), one("padding", TypeRule::ElementOf("base"))],
        &[one("vector", W)],
        Form::Format("$base [ $indices ] , $padding attr-dict : type($base) , type($vector)"),
    )
    .attrs(&["in_bounds", "permutation_map"]),
    row(
        "vector.transfer_write",
        OpKind::TransferWrite,
        &[one("valueToStore", W), one("base", W), many("indices", INDEX)],
        &[optional("result", same("base"))],
        Form::Format("$valueToStore , $base [ $indices ] attr-dict : type($valueToStore) , type($base)"),
    )
    .attrs(&["in_bounds", "permutation_map"]),
    row(
        "vector.broadcast",
        OpKind::Broadcast,
        &[one("source", W)],
        &[one("vector", W)],
        Form::Format("$source attr-dict : type($source) to type($vector)"),
    ),
    row(
        "vector.extract",
        OpKind::ExtractLane,
        &[one("source", W), many("dynamic_position", INDEX)],
        RESULT,
        Form::Format("$source ~ list($dynamic_position) attr-dict : type($result) from type($source)"),
    )
    .attrs(&["static_position"]),
    row(
        "vector.from_elements",
        OpKind::FromLanes,
        &[many("elements", TypeRule::ElementOf("dest"))],
        &[one("dest", W)],
        Form::Format("$elements attr-dict : type($dest)"),
    ),
];
