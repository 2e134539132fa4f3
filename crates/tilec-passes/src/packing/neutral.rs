//! What padding does to what is kept of an op's results: nothing, or a blocker.
//!
//! Past the end of a loop that an output's map names, elements are written that are cut off. Past the end of another loop, what the body
//! gives the output's combiner must be a constant that changes no bit of what it is combined with, at that place of the order. Operands that
//! are indexed by the loop itself are padding there; of others nothing is known.

use super::Blocker;
use crate::loops::hoist::may_stop;
use crate::tile::{combiner, neutral};
use std::collections::HashMap;
use tilec_ir::builder::attr_scalar;
use tilec_ir::scalar::{eval_binary, eval_cast, eval_ternary, eval_unary};
use tilec_ir::scalar_op::{BinaryOp, TernaryOp};
use tilec_ir::{Module, Op, OpKind, Scalar, Structured, Value};

/// Checks the loops `past` of an op, which run past their ends, where input `i` is `pads[i]`.
pub(super) fn check(module: &Module, view: &Structured<'_>, past: &[usize], pads: &[Option<Scalar>]) -> Result<(), Blocker> {
    if past.is_empty() {
        return Ok(());
    }
    if module.block_ops(view.body()).any(|op| touches_memory(module, op) || may_stop(module, op)) {
        return Err(Blocker::MayTrap);
    }
    let maps = view.maps();
    for output in 0..view.num_outputs() {
        let map = &maps[view.num_inputs() + output];
        for &loop_dim in past {
            if map.results.iter().any(|e| e.as_dim().is_none() && e.uses_dim(loop_dim)) {
                return Err(Blocker::OutputMap { output });
            }
            if !map.uses_dim(loop_dim) && !is_neutral(module, view, output, loop_dim, pads) {
                return Err(Blocker::NotNeutral { output, loop_dim });
            }
        }
    }
    Ok(())
}

/// True unless the op only computes a scalar from scalars.
fn touches_memory(module: &Module, op: Op) -> bool {
    let kind = module.kind(op);
    let plain = matches!(
        kind,
        OpKind::Constant | OpKind::LoopIndex | OpKind::Yield | OpKind::AffineApply | OpKind::AffineExtremum { .. }
    );
    !plain && !kind.is_elementwise()
}

fn is_neutral(module: &Module, view: &Structured<'_>, output: usize, loop_dim: usize, pads: &[Option<Scalar>]) -> bool {
    let Some(combiner) = combiner(module, view, output) else { return false };
    let accumulator = view.body_args()[view.num_inputs() + output];
    let known = values(module, view, loop_dim, pads);
    let value = |v: Value| known.get(&v).copied().or_else(|| constant(module, v));
    match module.kind(combiner) {
        OpKind::Ternary(TernaryOp::Fma) => {
            let factors = (value(module.operand(combiner, 0)), value(module.operand(combiner, 1)));
            module.operand(combiner, 2) == accumulator && matches!(factors, (Some(a), Some(b)) if is_negative_zero(a, b))
        }
        OpKind::Binary(_) => {
            let Some(ty) = module.ty(accumulator).elem() else { return false };
            let other = module.operands(combiner).find(|v| *v != accumulator).and_then(value);
            neutral(module, combiner, ty).zip(other).is_some_and(|(neutral, other)| neutral.bit_eq(other))
        }
        _ => false,
    }
}

/// True if the exact product is the zero that changes nothing in a sum: one without sign would make a plus of the other.
fn is_negative_zero(a: Scalar, b: Scalar) -> bool {
    let zero = |s: Scalar| s.to_f64() == 0.0;
    (zero(a) || zero(b)) && eval_binary(BinaryOp::MulF, a, b).is_ok_and(|p| zero(p) && p.to_f64().is_sign_negative())
}

fn constant(module: &Module, value: Value) -> Option<Scalar> {
    attr_scalar(module.constant(value)?)
}

/// What is known of the values of the body where `loop_dim` is past its end.
fn values(module: &Module, view: &Structured<'_>, loop_dim: usize, pads: &[Option<Scalar>]) -> HashMap<Value, Scalar> {
    let maps = view.maps();
    let mut known = HashMap::new();
    for (i, &arg) in view.body_args()[..view.num_inputs()].iter().enumerate() {
        let is_padding = maps[i].results.iter().any(|e| e.as_dim() == Some(loop_dim));
        if let Some(pad) = pads[i].filter(|_| is_padding) {
            known.insert(arg, pad);
        }
    }
    for op in module.block_ops(view.body()) {
        let [result] = *module.results(op) else { continue };
        let args: Vec<Option<Scalar>> =
            module.operands(op).map(|v| known.get(&v).copied().or_else(|| constant(module, v))).collect();
        if let Some(value) = value_of(module, op, result, &args) {
            known.insert(result, value);
        }
    }
    known
}

fn value_of(module: &Module, op: Op, result: Value, args: &[Option<Scalar>]) -> Option<Scalar> {
    let zero = |s: &Option<Scalar>| s.is_some_and(|s| s.bits == 0);
    match (module.kind(op), args) {
        // Whatever the other factor is.
        (OpKind::Binary(BinaryOp::MulI | BinaryOp::And), [a, b]) if zero(a) || zero(b) => {
            Some(Scalar::zero(module.ty(result).elem()?))
        }
        (OpKind::Unary(unary), [Some(a)]) => Some(eval_unary(unary, *a)),
        (OpKind::Binary(binary), [Some(a), Some(b)]) => eval_binary(binary, *a, *b).ok(),
        (OpKind::Ternary(ternary), [Some(a), Some(b), Some(c)]) => Some(eval_ternary(ternary, *a, *b, *c)),
        (OpKind::Cast(cast), [Some(a)]) => Some(eval_cast(cast, *a, module.ty(result).elem()?)),
        (OpKind::Select, [Some(condition), a, b]) => {
            if condition.bits != 0 {
                *a
            } else {
                *b
            }
        }
        _ => None,
    }
}
