//! The rows of `arith` and `math`.

use super::{NO_GROUPS, RESULT, W, one, row, same};
use crate::op::OpKind;
use crate::scalar_op::{BinaryOp as B, CastOp as C, PairOp, TernaryOp, UnaryOp as U};
use crate::spelling::{Accepts, Form, Group, Hint, Spelling, TypeRule};

const LHS_RHS: &[Group] = &[one("lhs", same("result")), one("rhs", same("result"))];

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

const fn scaled_cast(name: &'static str) -> Spelling {
    const OPERANDS: &[Group] = &[one("in", W), one("scale", W)];
    const FORM: Form = Form::Format("$in , $scale <roundingmode> <fastmath> attr-dict : type($in) , type($scale) to type($out)");
    row(name, OpKind::ScaledCast, OPERANDS, CAST_OUT, FORM).attrs(&["roundingmode", "fastmath"])
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

/// The elementwise ops and constants.
pub(in crate::spelling) const SCALARS: &[Spelling] = &[
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
    scaled_cast("arith.scaling_extf"),
    scaled_cast("arith.scaling_truncf"),
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
];
