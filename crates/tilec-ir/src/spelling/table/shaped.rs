//! The rows of `tensor`, `bufferization` and `memref`.

use super::{INDEX, NO_GROUPS, RESULT, W, many, one, optional, row, same};
use crate::op::OpKind;
use crate::scalar_op::CastOp;
use crate::spelling::{Arity, Form, Group, Spelling, TypeRule};

const SLICE_GROUPS: &[Group] = &[one("source", W), many("offsets", INDEX), many("sizes", INDEX), many("strides", INDEX)];
const STATIC_SLICE: &[&str] = &["static_offsets", "static_sizes", "static_strides"];
const SRC_RESULT: &[Group] = &[one("src", W)];

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

const fn rank(name: &'static str, form: &'static str, operands: &'static [Group]) -> Spelling {
    const RANK: &[Group] = &[one("result", INDEX)];
    row(name, OpKind::Rank, operands, RANK, Form::Format(form))
}

pub(super) const SHAPED: &[Spelling] = &[
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
    row(
        "tensor.pad",
        OpKind::Pad,
        &[one("source", W), many("low", INDEX), many("high", INDEX)],
        RESULT,
        Form::Format(
            "$source $nofold=nofold low ~ list($low) high ~ list($high) region attr-dict : type($source) to type($result)",
        ),
    )
    .attrs(&["static_low", "static_high", "nofold"])
    .hint("padded"),
    row("tensor.yield", OpKind::Yield, &[one("value", W)], NO_GROUPS, Form::Format("$value attr-dict : type($value)")),
    row("tensor.concat", OpKind::Concat, &[many("inputs", W)], RESULT, Form::Format("dim ( $dim ) $inputs attr-dict : function-type"))
        .attrs(&["dim"])
        .hint("concat"),
    row(
        "tensor.generate",
        OpKind::Generate,
        &[many("dynamicExtents", INDEX)],
        RESULT,
        Form::Format("$dynamicExtents region attr-dict : type($result)"),
    )
    .hint("generated"),
    row(
        "tensor.from_elements",
        OpKind::FromElements,
        &[many("elements", TypeRule::ElementOf("result"))],
        RESULT,
        Form::Format("$elements attr-dict : type($result)"),
    )
    .hint("from_elements"),
    row(
        "tensor.splat",
        OpKind::SplatTensor,
        &[one("input", TypeRule::ElementOf("aggregate")), many("dynamicSizes", INDEX)],
        &[one("aggregate", W)],
        Form::Format("$input [? [ $dynamicSizes ] ?] attr-dict : type($aggregate)"),
    )
    .hint("splat"),
    row(
        "tensor.insert",
        OpKind::Insert,
        &[one("scalar", TypeRule::ElementOf("dest")), one("dest", W), many("indices", INDEX)],
        &[one("result", same("dest"))],
        Form::Format("$scalar into $dest [ $indices ] attr-dict : type($dest)"),
    )
    .hint("inserted"),
    rank("tensor.rank", "$tensor attr-dict : type($tensor)", &[one("tensor", W)]).hint("rank"),
    row(
        "tensor.reshape",
        OpKind::ReshapeTo,
        &[one("source", W), one("shape", W)],
        RESULT,
        Form::Format("$source ( $shape ) attr-dict : function-type"),
    )
    .hint("reshape"),
    row(
        "tensor.gather",
        OpKind::Gather,
        &[one("source", W), one("indices", W)],
        RESULT,
        Form::Format("$source [ $indices ] gather_dims ( ints($gather_dims) ) $unique=unique attr-dict : function-type"),
    )
    .attrs(&["gather_dims", "unique"])
    .hint("gather"),
    row(
        "tensor.scatter",
        OpKind::Scatter,
        &[one("source", W), one("dest", W), one("indices", W)],
        RESULT,
        Form::Format(
            "$source into $dest [ $indices ] scatter_dims ( ints($scatter_dims) ) $unique=unique attr-dict : function-type",
        ),
    )
    .attrs(&["scatter_dims", "unique"])
    .hint("scatter"),
    row(
        "tensor.bitcast",
        OpKind::Cast(CastOp::Bitcast),
        &[one("source", W)],
        &[one("dest", W)],
        Form::Format("$source attr-dict : type($source) to type($dest)"),
    ),
    row(
        "tensor.parallel_insert_slice",
        OpKind::ParallelInsert,
        &[one("source", W), one("dest", W), many("offsets", INDEX), many("sizes", INDEX), many("strides", INDEX)],
        NO_GROUPS,
        Form::Format(
            "$source into $dest ~ list($offsets) list($sizes) list($strides) attr-dict : type($source) into type($dest)",
        ),
    )
    .attrs(STATIC_SLICE),
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
    row(
        "bufferization.clone",
        OpKind::Clone,
        &[one("input", W)],
        &[one("output", W)],
        Form::Format("$input attr-dict : type($input) to type($output)"),
    ),
    row(
        "bufferization.dealloc_tensor",
        OpKind::DeallocTensor,
        &[one("tensor", W)],
        NO_GROUPS,
        Form::Format("$tensor attr-dict : type($tensor)"),
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
    rank("memref.rank", "$memref attr-dict : type($memref)", &[one("memref", W)]),
    row(
        "memref.view",
        OpKind::ByteView,
        &[one("source", W), one("byte_shift", INDEX), many("sizes", INDEX)],
        RESULT,
        Form::Format("$source [ $byte_shift ] ~ [ $sizes ] attr-dict : type($source) to type($result)"),
    )
    .hint("view"),
    row(
        "memref.reinterpret_cast",
        OpKind::Reinterpret,
        SLICE_GROUPS,
        RESULT,
        Form::Format(
            "$source to offset ~ : list($offsets) , sizes ~ : list($sizes) , strides ~ : list($strides) attr-dict : type($source) to type($result)",
        ),
    )
    .attrs(STATIC_SLICE)
    .hint("reinterpret_cast"),
    row("memref.get_global", OpKind::GetGlobal, NO_GROUPS, RESULT, Form::Format("$name attr-dict : type($result)"))
        .attrs(&["name"]),
];
