//! The table. Rows of one family share a constructor, so that a row says only what is its own.

mod scalars;

use super::{Accepts, Arity, Form, Group, Hint, Spelling, TypeRule};
use crate::named::Named;
use crate::op::{OpKind, StructuredOp};
pub(super) use scalars::SCALARS;

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

const SLICE_GROUPS: &[Group] = &[one("source", W), many("offsets", INDEX), many("sizes", INDEX), many("strides", INDEX)];
const STATIC_SLICE: &[&str] = &["static_offsets", "static_sizes", "static_strides"];
const STRUCTURED: &[Group] = &[many("inputs", W), many("outputs", W)];
const SRC_RESULT: &[Group] = &[one("src", W)];

const fn structured(name: &'static str, op: StructuredOp, form: Form, attrs: &'static [&'static str]) -> Spelling {
    const RESULTS: &[Group] = &[many("result_tensors", W)];
    row(name, OpKind::Structured(op), STRUCTURED, RESULTS, form).attrs(attrs)
}

const fn reshape(name: &'static str, expand: bool) -> Spelling {
    const EXPAND: &[Group] = &[one("src", W), many("output_shape", INDEX)];
    if expand {
        row(name, OpKind::Reshape { expand }, EXPAND, RESULT, Form::Reshape).attrs(&["reassociation", "static_output_shape"])
    } else {
        row(name, OpKind::Reshape { expand }, SRC_RESULT, RESULT, Form::Reshape).attrs(&["reassociation"])
    }
}

const fn dim(name: &'static str) -> Spelling {
    const OPERANDS: &[Group] = &[one("source", W), one("index", INDEX)];
    const SIZE: &[Group] = &[one("result", INDEX)];
    row(name, OpKind::Dim, OPERANDS, SIZE, Form::Format("attr-dict $source , $index : type($source)")).hint("dim")
}

const fn shape_cast(name: &'static str) -> Spelling {
    const OPERANDS: &[Group] = &[one("source", W)];
    const DEST: &[Group] = &[one("dest", W)];
    row(name, OpKind::ShapeCast, OPERANDS, DEST, Form::Format("$source attr-dict : type($source) to type($dest)")).hint("cast")
}

/// The row of a named structured op: what is its own is in [`crate::named`].
pub(super) fn named(op: Named) -> Spelling {
    let attrs: &[&str] = match (op.def().own_maps, op.has_window()) {
        (true, _) => &["indexing_maps", "cast"],
        (_, true) => &["strides", "dilations", "cast"],
        _ => &["cast"],
    };
    structured(op.def().name, StructuredOp::Named(op), Form::Named, attrs)
}

/// Every op that is neither a scalar op nor a named structured one.
pub(super) const TABLE: &[Spelling] = &[
    // builtin and func
    row("builtin.module", OpKind::Module, NO_GROUPS, NO_GROUPS, Form::Module).attrs(&["sym_name", "sym_visibility"]),
    row("func.func", OpKind::Func, NO_GROUPS, NO_GROUPS, Form::Func).attrs(&[
        "sym_name",
        "function_type",
        "sym_visibility",
        "arg_attrs",
        "res_attrs",
    ]),
    row(
        "func.return",
        OpKind::Return,
        &[many("operands", W)],
        NO_GROUPS,
        Form::Format("attr-dict [? $operands : type($operands) ?]"),
    ),
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
    row("linalg.yield", OpKind::Yield, &[many("values", W)], NO_GROUPS, Form::Format("attr-dict [? $values : type($values) ?]")),
    row("linalg.index", OpKind::LoopIndex, NO_GROUPS, &[one("result", W)], Form::Format("$dim attr-dict : type($result)"))
        .attrs(&["dim"]),
    // tensor
    row(
        "tensor.empty",
        OpKind::Empty,
        &[many("dynamicSizes", INDEX)],
        RESULT,
        Form::Format("( $dynamicSizes ) attr-dict : type($result)"),
    ),
    dim("tensor.dim"),
    row(
        "tensor.extract",
        OpKind::Extract,
        &[one("tensor", W), many("indices", INDEX)],
        &[one("result", TypeRule::ElementOf("tensor"))],
        Form::Format("$tensor [ $indices ] attr-dict : type($tensor)"),
    )
    .hint("extracted"),
    row(
        "tensor.extract_slice",
        OpKind::Slice,
        SLICE_GROUPS,
        RESULT,
        Form::Format("$source ~ list($offsets) list($sizes) list($strides) attr-dict : type($source) to type($result)"),
    )
    .attrs(STATIC_SLICE)
    .hint("extracted_slice"),
    row(
        "tensor.insert_slice",
        OpKind::InsertSlice,
        &[one("source", W), one("dest", same("result")), many("offsets", INDEX), many("sizes", INDEX), many("strides", INDEX)],
        RESULT,
        Form::Format(
            "$source into $dest ~ list($offsets) list($sizes) list($strides) attr-dict : type($source) into type($result)",
        ),
    )
    .attrs(STATIC_SLICE)
    .hint("inserted_slice"),
    reshape("tensor.expand_shape", true).hint("expanded"),
    reshape("tensor.collapse_shape", false).hint("collapsed"),
    shape_cast("tensor.cast"),
    // bufferization
    row(
        "bufferization.materialize_in_destination",
        OpKind::Materialize,
        &[one("source", W), one("dest", W)],
        &[Group { name: "result", arity: Arity::Optional, ty: W }],
        Form::Format(
            "$source in $restrict=restrict $writable=writable $dest attr-dict : ( type($source) , type($dest) ) -> results",
        ),
    )
    .attrs(&["restrict", "writable"]),
    row(
        "bufferization.to_tensor",
        OpKind::ToTensor,
        &[one("buffer", W)],
        RESULT,
        Form::Format("$buffer $restrict=restrict $writable=writable attr-dict : type($buffer) to type($result)"),
    )
    .attrs(&["restrict", "writable"]),
    row(
        "bufferization.to_buffer",
        OpKind::ToBuffer,
        &[one("tensor", W)],
        &[one("buffer", W)],
        Form::Format("$tensor $read_only=read_only attr-dict : type($tensor) to type($buffer)"),
    )
    .attrs(&["read_only"]),
    row(
        "bufferization.alloc_tensor",
        OpKind::AllocTensor,
        &[many("dynamic_sizes", INDEX), optional("copy", same("result"))],
        RESULT,
        Form::Format("( $dynamic_sizes ) [? copy ( $copy ) ?] attr-dict : type($result)"),
    ),
    // memref
    row(
        "memref.alloc",
        OpKind::Alloc,
        &[many("dynamicSizes", INDEX), many("symbolOperands", INDEX)],
        &[one("memref", W)],
        Form::Format("( $dynamicSizes ) [? [ $symbolOperands ] ?] attr-dict : type($memref)"),
    )
    .attrs(&["alignment"])
    .hint("alloc"),
    row(
        "memref.alloca",
        OpKind::Alloca,
        &[many("dynamicSizes", INDEX), many("symbolOperands", INDEX)],
        &[one("memref", W)],
        Form::Format("( $dynamicSizes ) [? [ $symbolOperands ] ?] attr-dict : type($memref)"),
    )
    .attrs(&["alignment"])
    .hint("alloca"),
    row("memref.dealloc", OpKind::Dealloc, &[one("memref", W)], NO_GROUPS, Form::Format("$memref attr-dict : type($memref)")),
    row(
        "memref.load",
        OpKind::Load,
        &[one("memref", W), many("indices", INDEX)],
        &[one("result", TypeRule::ElementOf("memref"))],
        Form::Format("$memref [ $indices ] attr-dict : type($memref)"),
    )
    .attrs(&["nontemporal", "alignment"]),
    row(
        "memref.store",
        OpKind::Store,
        &[one("value", TypeRule::ElementOf("memref")), one("memref", W), many("indices", INDEX)],
        NO_GROUPS,
        Form::Format("$value , $memref [ $indices ] attr-dict : type($memref)"),
    )
    .attrs(&["nontemporal", "alignment"]),
    row(
        "memref.copy",
        OpKind::Copy,
        &[one("source", W), one("target", W)],
        NO_GROUPS,
        Form::Format("$source , $target attr-dict : type($source) to type($target)"),
    ),
    row(
        "memref.subview",
        OpKind::View,
        SLICE_GROUPS,
        RESULT,
        Form::Format("$source ~ list($offsets) list($sizes) list($strides) attr-dict : type($source) to type($result)"),
    )
    .attrs(STATIC_SLICE)
    .hint("subview"),
    reshape("memref.expand_shape", true).hint("expand_shape"),
    reshape("memref.collapse_shape", false).hint("collapse_shape"),
    shape_cast("memref.cast"),
    dim("memref.dim"),
    row("memref.global", OpKind::Global, NO_GROUPS, NO_GROUPS, Form::Global).attrs(&[
        "sym_name",
        "sym_visibility",
        "type",
        "initial_value",
        "constant",
        "alignment",
    ]),
    row("memref.get_global", OpKind::GetGlobal, NO_GROUPS, RESULT, Form::Format("$name attr-dict : type($result)"))
        .attrs(&["name"]),
    // scf and affine
    row(
        "scf.for",
        OpKind::For,
        &[one("lowerBound", W), one("upperBound", W), one("step", W), many("initArgs", W)],
        &[many("results", W)],
        Form::For,
    )
    .attrs(&["unsignedCmp"]),
    row("scf.yield", OpKind::Yield, &[many("results", W)], NO_GROUPS, Form::Format("attr-dict [? $results : type($results) ?]")),
    row("affine.apply", OpKind::AffineApply, &[many("mapOperands", INDEX)], &[one("result", INDEX)], Form::AffineApply)
        .attrs(&["map"]),
    // cf
    row("cf.assert", OpKind::Assert, &[one("arg", TypeRule::I1)], NO_GROUPS, Form::Format("$arg , $msg attr-dict"))
        .attrs(&["msg"]),
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
