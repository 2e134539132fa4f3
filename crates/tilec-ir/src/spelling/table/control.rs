//! The rows of `scf`, `affine` and `cf`.

use super::{INDEX, NO_GROUPS, W, many, one, row};
use crate::op::OpKind;
use crate::spelling::{Form, Group, Spelling, TypeRule};

const MAP_OPERANDS: &[Group] = &[many("mapOperands", INDEX)];

pub(super) const CONTROL: &[Spelling] = &[
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
    row("scf.if", OpKind::If, &[one("condition", TypeRule::I1)], &[many("results", W)], Form::If),
    row("scf.while", OpKind::While, &[many("inits", W)], &[many("results", W)], Form::While),
    row(
        "scf.condition",
        OpKind::Condition,
        &[one("condition", TypeRule::I1), many("args", W)],
        NO_GROUPS,
        Form::Format("( $condition ) attr-dict [? $args : type($args) ?]"),
    ),
    row(
        "scf.forall",
        OpKind::Forall,
        &[many("dynamicLowerBound", INDEX), many("dynamicUpperBound", INDEX), many("dynamicStep", INDEX), many("outputs", W)],
        &[many("results", W)],
        Form::Forall,
    )
    .attrs(&["staticLowerBound", "staticUpperBound", "staticStep", "mapping"]),
    row("scf.forall.in_parallel", OpKind::InParallel, NO_GROUPS, NO_GROUPS, Form::Format("region attr-dict")),
    row(
        "scf.parallel",
        OpKind::Parallel,
        &[many("lowerBound", INDEX), many("upperBound", INDEX), many("step", INDEX), many("initVals", W)],
        &[many("results", W)],
        Form::Parallel,
    ),
    row("scf.reduce", OpKind::Combine, &[many("operands", W)], NO_GROUPS, Form::Combine),
    row("scf.reduce.return", OpKind::Yield, &[one("result", W)], NO_GROUPS, Form::Format("$result attr-dict : type($result)")),
    row("affine.apply", OpKind::AffineApply, MAP_OPERANDS, &[one("result", INDEX)], Form::AffineApply).attrs(&["map"]),
    row("affine.min", OpKind::AffineExtremum { max: false }, MAP_OPERANDS, &[one("result", INDEX)], Form::AffineApply)
        .attrs(&["map"]),
    row("affine.max", OpKind::AffineExtremum { max: true }, MAP_OPERANDS, &[one("result", INDEX)], Form::AffineApply)
        .attrs(&["map"]),
    row(
        "affine.for",
        OpKind::AffineFor,
        &[many("lowerBoundOperands", INDEX), many("upperBoundOperands", INDEX), many("inits", W)],
        &[many("results", W)],
        Form::AffineFor,
    )
    .attrs(&["lowerBoundMap", "upperBoundMap", "step"]),
    row(
        "affine.yield",
        OpKind::Yield,
        &[many("operands", W)],
        NO_GROUPS,
        Form::Format("attr-dict [? $operands : type($operands) ?]"),
    ),
    row(
        "affine.load",
        OpKind::AffineLoad,
        &[one("memref", W), many("indices", INDEX)],
        &[one("result", TypeRule::ElementOf("memref"))],
        Form::AffineAccess,
    )
    .attrs(&["map"]),
    row(
        "affine.store",
        OpKind::AffineStore,
        &[one("value", TypeRule::ElementOf("memref")), one("memref", W), many("indices", INDEX)],
        NO_GROUPS,
        Form::AffineAccess,
    )
    .attrs(&["map"]),
    // cf
    row("cf.assert", OpKind::Assert, &[one("arg", TypeRule::I1)], NO_GROUPS, Form::Format("$arg , $msg attr-dict"))
        .attrs(&["msg"]),
    row("cf.br", OpKind::Branch, &[many("destOperands", W)], NO_GROUPS, Form::Format("jump($destOperands) attr-dict")),
    row(
        "cf.cond_br",
        OpKind::CondBranch,
        &[one("condition", TypeRule::I1), many("trueDestOperands", W), many("falseDestOperands", W)],
        NO_GROUPS,
        Form::Format(
            "$condition [? weights ( ints($branch_weights) ) ?] , jump($trueDestOperands) , jump($falseDestOperands) attr-dict",
        ),
    )
    .attrs(&["branch_weights"]),
];
