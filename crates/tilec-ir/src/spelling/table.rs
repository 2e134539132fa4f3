//! The table. Rows of one family share a constructor, so that a row says only what is its own.

use super::{Accepts, Arity, Form, Group, Hint, Spelling, TypeRule};
use crate::named::Named;
use crate::op::{OpKind, StructuredOp};
use crate::scalar_op::{BinaryOp as B, CastOp as C, PairOp, TernaryOp, UnaryOp as U};

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
const LHS_RHS: &[Group] = &[one("lhs", same("result")), one("rhs", same("result"))];

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

const fn float_unary(name: &'static str, op: U) -> Spelling {
    const OPERAND: &[Group] = &[one("operand", same("result"))];
    row(name, OpKind::Unary(op), OPERAND, RESULT, Form::Format("$operand <fastmath> attr-dict : type($result)"))
        .attrs(&["fastmath"])
        .accepts(Accepts::Float)
}

const fn float_test(name: &'static str, op: U) -> Spelling {
    const OPERAND: &[Group] = &[one("operand", W)];
    const BIT: &[Group] = &[one("result", TypeRule::I1Like("operand"))];
    row(name, OpKind::Unary(op), OPERAND, BIT, Form::Format("$operand <fastmath> attr-dict : type($operand)"))
        .attrs(&["fastmath"])
        .accepts(Accepts::Float)
}

const fn int_unary(name: &'static str, op: U) -> Spelling {
    const OPERAND: &[Group] = &[one("operand", same("result"))];
    row(name, OpKind::Unary(op), OPERAND, RESULT, Form::Format("$operand attr-dict : type($result)")).accepts(Accepts::Int)
}

const fn float_binary(name: &'static str, op: B) -> Spelling {
    row(name, OpKind::Binary(op), LHS_RHS, RESULT, Form::Format("$lhs , $rhs <fastmath> attr-dict : type($result)"))
        .attrs(&["fastmath"])
        .accepts(Accepts::Float)
}

const fn int_binary(name: &'static str, op: B) -> Spelling {
    row(name, OpKind::Binary(op), LHS_RHS, RESULT, Form::Format("$lhs , $rhs attr-dict : type($result)")).accepts(Accepts::Int)
}

const fn int_binary_overflow(name: &'static str, op: B) -> Spelling {
    row(name, OpKind::Binary(op), LHS_RHS, RESULT, Form::Format("$lhs , $rhs <overflow> attr-dict : type($result)"))
        .attrs(&["overflowFlags"])
        .accepts(Accepts::Int)
}

const fn int_exact(name: &'static str, op: B) -> Spelling {
    row(name, OpKind::Binary(op), LHS_RHS, RESULT, Form::Format("$lhs , $rhs $isExact=exact attr-dict : type($result)"))
        .attrs(&["isExact"])
        .accepts(Accepts::Int)
}

const CAST_IN: &[Group] = &[one("in", W)];
const CAST_OUT: &[Group] = &[one("out", W)];

const fn cast(name: &'static str, op: C) -> Spelling {
    row(name, OpKind::Cast(op), CAST_IN, CAST_OUT, Form::Format("$in attr-dict : type($in) to type($out)"))
}

const fn float_cast(name: &'static str, op: C) -> Spelling {
    row(
        name,
        OpKind::Cast(op),
        CAST_IN,
        CAST_OUT,
        Form::Format("$in <fastmath> <roundingmode> attr-dict : type($in) to type($out)"),
    )
    .attrs(&["fastmath", "roundingmode"])
}

const fn compare(name: &'static str, float: bool, form: &'static str, attrs: &'static [&'static str]) -> Spelling {
    const OPERANDS: &[Group] = &[one("lhs", W), one("rhs", same("lhs"))];
    const BIT: &[Group] = &[one("result", TypeRule::I1Like("lhs"))];
    row(name, OpKind::Compare { float }, OPERANDS, BIT, Form::Format(form)).attrs(attrs).accepts(if float {
        Accepts::Float
    } else {
        Accepts::Int
    })
}

const fn extended_mul(name: &'static str, op: PairOp) -> Spelling {
    const OPERANDS: &[Group] = &[one("lhs", same("low")), one("rhs", same("low"))];
    const RESULTS: &[Group] = &[one("low", W), one("high", same("low"))];
    row(name, OpKind::Pair(op), OPERANDS, RESULTS, Form::Format("$lhs , $rhs attr-dict : type($low)"))
        .accepts(Accepts::Int)
        .named_results()
}

const SLICE_GROUPS: &[Group] = &[one("source", W), many("offsets", INDEX), many("sizes", INDEX), many("strides", INDEX)];
const STATIC_SLICE: &[&str] = &["static_offsets", "static_sizes", "static_strides"];
const STRUCTURED: &[Group] = &[many("inputs", W), many("outputs", W)];
const NO_GROUPS: &[Group] = &[];
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

/// Every op tilec knows but the named structured ones.
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
    // arith
    Spelling {
        hint: Hint::Constant,
        ..row("arith.constant", OpKind::Constant, NO_GROUPS, RESULT, Form::Constant).attrs(&["value"])
    },
    float_binary("arith.addf", B::AddF),
    float_binary("arith.subf", B::SubF),
    float_binary("arith.mulf", B::MulF),
    float_binary("arith.divf", B::DivF),
    float_binary("arith.remf", B::RemF),
    float_binary("arith.maximumf", B::MaximumF),
    float_binary("arith.minimumf", B::MinimumF),
    float_binary("arith.maxnumf", B::MaxNumF),
    float_binary("arith.minnumf", B::MinNumF),
    float_unary("arith.negf", U::NegF),
    int_binary_overflow("arith.addi", B::AddI),
    int_binary_overflow("arith.subi", B::SubI),
    int_binary_overflow("arith.muli", B::MulI),
    int_binary_overflow("arith.shli", B::ShlI),
    int_exact("arith.divsi", B::DivSI),
    int_exact("arith.divui", B::DivUI),
    int_binary("arith.ceildivsi", B::CeilDivSI),
    int_binary("arith.ceildivui", B::CeilDivUI),
    int_binary("arith.floordivsi", B::FloorDivSI),
    int_binary("arith.remsi", B::RemSI),
    int_binary("arith.remui", B::RemUI),
    int_binary("arith.andi", B::And),
    int_binary("arith.ori", B::Or),
    int_binary("arith.xori", B::Xor),
    int_exact("arith.shrsi", B::ShrSI),
    int_exact("arith.shrui", B::ShrUI),
    int_binary("arith.maxsi", B::MaxSI),
    int_binary("arith.maxui", B::MaxUI),
    int_binary("arith.minsi", B::MinSI),
    int_binary("arith.minui", B::MinUI),
    row(
        "arith.addui_extended",
        OpKind::Pair(PairOp::AddUIExtended),
        &[one("lhs", same("sum")), one("rhs", same("sum"))],
        &[one("sum", W), one("overflow", W)],
        Form::Format("$lhs , $rhs attr-dict : type($sum) , type($overflow)"),
    )
    .accepts(Accepts::Int)
    .named_results(),
    extended_mul("arith.mulsi_extended", PairOp::MulSIExtended),
    extended_mul("arith.mului_extended", PairOp::MulUIExtended),
    compare("arith.cmpi", false, "$predicate , $lhs , $rhs attr-dict : type($lhs)", &["predicate"]),
    compare("arith.cmpf", true, "$predicate , $lhs , $rhs <fastmath> attr-dict : type($lhs)", &["predicate", "fastmath"]),
    row(
        "arith.select",
        OpKind::Select,
        &[one("condition", TypeRule::I1), one("true_value", same("result")), one("false_value", same("result"))],
        RESULT,
        Form::Format("$condition , $true_value , $false_value attr-dict : condition-type type($result)"),
    ),
    float_cast("arith.extf", C::ExtF),
    float_cast("arith.truncf", C::TruncF),
    cast("arith.extsi", C::ExtSI),
    cast("arith.extui", C::ExtUI),
    Spelling {
        form: Form::Format("$in <overflow> attr-dict : type($in) to type($out)"),
        ..cast("arith.trunci", C::TruncI).attrs(&["overflowFlags"])
    },
    cast("arith.sitofp", C::SIToFP),
    cast("arith.uitofp", C::UIToFP),
    cast("arith.fptosi", C::FPToSI),
    cast("arith.fptoui", C::FPToUI),
    cast("arith.bitcast", C::Bitcast),
    cast("arith.index_cast", C::IndexCast),
    cast("arith.index_castui", C::IndexCastUI),
    // math
    float_unary("math.absf", U::AbsF),
    int_unary("math.absi", U::AbsI),
    float_unary("math.acos", U::Acos),
    float_unary("math.acosh", U::Acosh),
    float_unary("math.asin", U::Asin),
    float_unary("math.asinh", U::Asinh),
    float_unary("math.atan", U::Atan),
    float_unary("math.atanh", U::Atanh),
    float_unary("math.cbrt", U::Cbrt),
    float_unary("math.ceil", U::Ceil),
    float_unary("math.cos", U::Cos),
    float_unary("math.cosh", U::Cosh),
    int_unary("math.ctlz", U::CtLz),
    int_unary("math.cttz", U::CtTz),
    int_unary("math.ctpop", U::CtPop),
    float_unary("math.erf", U::Erf),
    float_unary("math.erfc", U::Erfc),
    float_unary("math.exp", U::Exp),
    float_unary("math.exp2", U::Exp2),
    float_unary("math.expm1", U::ExpM1),
    float_unary("math.floor", U::Floor),
    float_unary("math.log", U::Log),
    float_unary("math.log10", U::Log10),
    float_unary("math.log1p", U::Log1p),
    float_unary("math.log2", U::Log2),
    float_unary("math.round", U::Round),
    float_unary("math.roundeven", U::RoundEven),
    float_unary("math.rsqrt", U::Rsqrt),
    float_unary("math.sin", U::Sin),
    float_unary("math.sinh", U::Sinh),
    float_unary("math.sqrt", U::Sqrt),
    float_unary("math.tan", U::Tan),
    float_unary("math.tanh", U::Tanh),
    float_unary("math.trunc", U::Trunc),
    float_test("math.isfinite", U::IsFinite),
    float_test("math.isinf", U::IsInf),
    float_test("math.isnan", U::IsNan),
    float_test("math.isnormal", U::IsNormal),
    float_binary("math.atan2", B::Atan2),
    float_binary("math.copysign", B::CopySign),
    float_binary("math.powf", B::PowF),
    int_binary("math.ipowi", B::IPowI),
    row(
        "math.fpowi",
        OpKind::Binary(B::FPowI),
        &[one("lhs", same("result")), one("rhs", W)],
        RESULT,
        Form::Format("$lhs , $rhs <fastmath> attr-dict : type($result) , type($rhs)"),
    )
    .attrs(&["fastmath"]),
    row(
        "math.fma",
        OpKind::Ternary(TernaryOp::Fma),
        &[one("a", same("result")), one("b", same("result")), one("c", same("result"))],
        RESULT,
        Form::Format("$a , $b , $c <fastmath> attr-dict : type($result)"),
    )
    .attrs(&["fastmath"])
    .accepts(Accepts::Float),
    row(
        "math.clampf",
        OpKind::Ternary(TernaryOp::ClampF),
        &[one("value", same("result")), one("min", same("result")), one("max", same("result"))],
        RESULT,
        Form::Format("$value to _ [ $min , $max ] <fastmath> attr-dict : type($result)"),
    )
    .attrs(&["fastmath"])
    .accepts(Accepts::Float),
    row(
        "math.sincos",
        OpKind::Pair(PairOp::SinCos),
        &[one("operand", same("sin"))],
        &[one("sin", W), one("cos", same("sin"))],
        Form::Format("$operand <fastmath> attr-dict : type($sin)"),
    )
    .attrs(&["fastmath"])
    .accepts(Accepts::Float)
    .named_results(),
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
