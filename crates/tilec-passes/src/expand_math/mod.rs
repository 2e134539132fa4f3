//! `expand-math`: ops that code generation does not take (`exp`, `tanh`, `powf`, 16-bit float arithmetic, …) become
//! straight-line arithmetic (mlir-opt: `math-expand-ops`, `test-math-polynomial-approximation` and `arith-expand` in spirit;
//! the expansions are tilec's own).
//!
//! The expansions are those of [`tilec_ir::expand`], the very ones the interpreter computes with, so results agree bit for
//! bit. Works on scalars and vectors in any region. Tensors stay, and so does a combiner that is marked as lane-ordered:
//! lower it to loops first. Folds nothing.

mod emit;

use crate::remark::Remark;
use emit::{Cache, IrEmit};
use tilec_ir::expand::{self, Evaluator};
use tilec_ir::numerics::is_lane_ordered;
use tilec_ir::scalar_op::{BinaryOp, CastOp, PairOp, Predicate, TernaryOp, UnaryOp};
use tilec_ir::{Attr, Diagnostic, Module, Op, OpKind, Scalar, Type, Value};

/// The pass.
pub const NAME: &str = "expand-math";

/// Rounds before the pass gives up: expansions are made of basic ops, so the second finds nothing.
const MAX_ROUNDS: usize = 4;

/// Why an op with an expansion stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// It computes tensors.
    OnTensors,
    /// It is the combiner of a lane-ordered reduction that is not loops yet.
    LaneOrder,
}

impl Blocker {
    /// The name in remarks and in `docs/passes.md`.
    pub fn name(self) -> &'static str {
        match self {
            Self::OnTensors => "on-tensors",
            Self::LaneOrder => "lane-order",
        }
    }

    /// One line for the remark.
    pub fn message(self) -> &'static str {
        match self {
            Self::OnTensors => "computes tensors",
            Self::LaneOrder => "combines in lane order",
        }
    }
}

/// An op that has an expansion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Of one operand.
    Unary(UnaryOp),
    /// Of two operands.
    Binary(BinaryOp),
    /// Of three operands.
    Ternary(TernaryOp),
    /// With two results.
    Pair(PairOp),
    /// A comparison.
    Compare(Predicate),
    /// A conversion.
    Cast(CastOp),
}

/// Expands every op that has an expansion; true if there was one.
///
/// # Errors
/// If expansions do not end, which is an error in them.
pub fn run(module: &mut Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    for round in 0..MAX_ROUNDS {
        let mut cache = Cache::default();
        let mut changed = false;
        let mut missed = Vec::new();
        for op in module.walk(module.top()) {
            let Some(candidate) = plan(module, op) else { continue };
            let (name, loc) = (module.spelling(op).name, module.op(op).loc.clone());
            match candidate {
                Err(blocker) => {
                    missed.push(Remark::missed(NAME, blocker.name(), loc, format!("{name}: {}", blocker.message())));
                }
                Ok(plan) => {
                    let before = module.op_capacity();
                    rewrite(module, op, plan, &mut cache);
                    remarks.push(Remark::applied(NAME, loc, format!("{name}: {} ops", module.op_capacity() - before)));
                    changed = true;
                }
            }
        }
        if !changed {
            remarks.extend(missed);
            return Ok(round > 0);
        }
    }
    Err(Diagnostic::error(
        module.op(module.top()).loc.clone(),
        format!("internal: {NAME} does not end after {MAX_ROUNDS} rounds"),
    ))
}

/// `None` if the op has no expansion; else the plan or the blocker. Whether there is one is found by computing it on zeros.
pub fn plan(module: &Module, op: Op) -> Option<Result<Plan, Blocker>> {
    let zero = |i: usize| module.ty(module.operand(op, i)).elem().map(Scalar::zero);
    let e = &mut Evaluator;
    let plan = match module.kind(op) {
        OpKind::Unary(kind) => expand::expand_unary(e, kind, zero(0)?).map(|_| Plan::Unary(kind)),
        OpKind::Binary(kind) => expand::expand_binary(e, kind, zero(0)?, zero(1)?).map(|_| Plan::Binary(kind)),
        OpKind::Ternary(kind) => expand::expand_ternary(e, kind, zero(0)?, zero(1)?, zero(2)?).map(|_| Plan::Ternary(kind)),
        OpKind::Pair(kind) => Some(Plan::Pair(kind)),
        OpKind::Compare { float } => {
            let number = module.attr(op, "predicate").and_then(Attr::as_int)?;
            let predicate = Predicate::from_number(number, float)?;
            expand::expand_compare(e, predicate, zero(0)?, zero(1)?).map(|_| Plan::Compare(predicate))
        }
        OpKind::Cast(kind) => {
            let to = module.ty(module.result(op)).elem()?;
            expand::expand_cast(e, kind, zero(0)?, to).map(|_| Plan::Cast(kind))
        }
        _ => None,
    }?;
    Some(match module.ty(module.operand(op, 0)) {
        Type::Scalar(_) | Type::Vector(_) if is_lane_ordered(module, op) => Err(Blocker::LaneOrder),
        Type::Scalar(_) | Type::Vector(_) => Ok(plan),
        _ => Err(Blocker::OnTensors),
    })
}

fn rewrite(module: &mut Module, op: Op, plan: Plan, cache: &mut Cache) {
    let operands: Vec<_> = module.operands(op).collect();
    let to = module.ty(module.results(op)[0]).elem();
    let e = &mut IrEmit::before(module, op, cache);
    let one = |v: Option<Value>| vec![v.expect("the plan found an expansion")];
    let results = match (plan, &operands[..]) {
        (Plan::Unary(kind), &[a]) => one(expand::expand_unary(e, kind, a)),
        (Plan::Binary(kind), &[a, b]) => one(expand::expand_binary(e, kind, a, b)),
        (Plan::Ternary(kind), &[a, b, c]) => one(expand::expand_ternary(e, kind, a, b, c)),
        (Plan::Pair(kind), &[a, ref b @ ..]) => expand::expand_pair(e, kind, a, b.first().copied()).to_vec(),
        (Plan::Compare(predicate), &[a, b]) => one(expand::expand_compare(e, predicate, a, b)),
        (Plan::Cast(kind), &[a]) => one(expand::expand_cast(e, kind, a, to.expect("a scalar or vector"))),
        _ => panic!("the plan fits the op"),
    };
    module.replace_op(op, &results);
}
