//! Splits off the last trip of a loop, which may be a partial tile, so that all other tiles have their full size.

use super::{Blocker, Inputs, is_counted};
use crate::analysis::bounds::{Bounds, Induction};
use crate::analysis::linear::Linear;
use crate::canonicalize::affine::{Applied, simplify_within};
use std::collections::HashMap;
use tilec_ir::{AffineExpr, Attr, Builder, Module, Op, OpKind, Value, spelling};

/// What is known of a loop that can be split.
struct Plan {
    lower: Linear,
    upper: Linear,
    step: Linear,
    /// The lower bound may be above the upper one: then neither loop may run.
    may_be_reversed: bool,
}

/// Splits an `scf.for` into one of full steps and one of what is left, at most one trip: the bound between them is
/// `upper - (upper - lower) mod step`. In the first, minima of the step and what is left of the extent become the step. Gives both loops, or
/// nothing if the steps fit exactly.
///
/// # Errors
/// See [`Blocker`].
pub fn peel(module: &mut Module, for_op: Op) -> Result<Option<(Op, Op)>, Blocker> {
    let Some(plan) = plan(module, for_op)? else { return Ok(None) };
    let split = split_bound(module, for_op, &plan);
    let (main, rest) = (for_op, split_loop(module, for_op, split));
    let step_before = |form: &Linear| form.plus(&plan.step, -1).and_then(|f| f.plus(&Linear::constant(1), 1));
    let last_full = step_before(&plan.upper);
    // In the first loop a whole step is left, in the second less than one.
    let iv = |module: &Module, op: Op| module.block_args(module.entry(op))[0];
    if let Some(last_full) = last_full {
        let full = Induction { lower: vec![plan.lower.clone()], upper: vec![last_full.clone()], step: None };
        let partial = Induction { lower: vec![last_full, plan.lower], upper: vec![plan.upper], step: None };
        let (main_iv, rest_iv) = (iv(module, main), iv(module, rest));
        simplify_extents(module, main, main_iv, &full);
        simplify_extents(module, rest, rest_iv, &partial);
    }
    Ok(Some((main, rest)))
}

fn plan(module: &Module, op: Op) -> Result<Option<Plan>, Blocker> {
    is_counted(module, op)?;
    let [lower, upper, step] = [0, 1, 2].map(|i| Linear::exact(module, module.operand(op, i)));
    let bounds = Bounds::new(module);
    let distance = upper.plus(&lower, -1);
    if let (Some(distance), Some(step)) = (&distance, step.as_const())
        && step > 0
        && bounds.is_multiple(distance, step)
    {
        return Ok(None);
    }
    let may_be_reversed = distance.and_then(|d| bounds.least(&d)).is_none_or(|d| d < 0);
    Ok(Some(Plan { lower, upper, step, may_be_reversed }))
}

/// The bound between the loops, before the loop: at least the lower bound.
fn split_bound(module: &mut Module, op: Op, plan: &Plan) -> Value {
    let inputs = Inputs::of(module, op);
    let [lower, upper, step] = inputs.exprs.clone();
    let split = upper.clone().minus(upper.minus(lower.clone()).modulo(step));
    let results = if plan.may_be_reversed { vec![lower, split] } else { vec![split] };
    let applied = inputs.greatest(results);
    affine_op(module, op, OpKind::AffineExtremum { max: true }, applied)
}

/// An affine op before another one, in its simplest form: of one result it is `affine.apply`.
pub(super) fn affine_op(module: &mut Module, before: Op, kind: OpKind, applied: Applied) -> Value {
    let kind = if applied.map.num_results() == 1 { OpKind::AffineApply } else { kind };
    let new = Builder::before(module, before).op(spelling::of(kind), &applied.operands, &[tilec_ir::Type::INDEX]);
    module.set_attr(new, "map", Attr::Map(applied.map));
    match simplify_within(module, new, &Bounds::new(module)) {
        Some(applied) => settle(module, new, applied),
        None => module.result(new),
    }
}

/// Makes an affine op be another map of other operands; gives the value that it is then.
fn settle(module: &mut Module, op: Op, applied: Applied) -> Value {
    let dims = applied.map.dims as usize;
    let known = match &applied.map.results[..] {
        [AffineExpr::Const(c)] => Some(Builder::before(module, op).index(*c)),
        [AffineExpr::Dim(d)] => Some(applied.operands[*d as usize]),
        [AffineExpr::Symbol(s)] => Some(applied.operands[dims + *s as usize]),
        _ => None,
    };
    let value = match known {
        Some(value) => value,
        None if applied.map.num_results() > 1 || module.kind(op) == OpKind::AffineApply => {
            let count = applied.operands.len();
            module.set_operands(op, &applied.operands, &[count]);
            module.set_attr(op, "map", Attr::Map(applied.map));
            return module.result(op);
        }
        None => {
            let apply = spelling::of(OpKind::AffineApply);
            let new = Builder::before(module, op).op(apply, &applied.operands, &[tilec_ir::Type::INDEX]);
            module.set_attr(new, "map", Attr::Map(applied.map));
            module.result(new)
        }
    };
    module.replace_op(op, &[value]);
    value
}

/// Ends a loop at `split`, and lets a copy of it go on from there.
pub(super) fn split_loop(module: &mut Module, op: Op, split: Value) -> Op {
    let copy = module.clone_op(op, &mut HashMap::new());
    let next = module.next_op(op).expect("a loop is followed by a terminator");
    module.insert_before(copy, next);
    let results: Vec<(Value, Value)> = module.results(op).iter().copied().zip(module.results(copy).iter().copied()).collect();
    for (i, &(old, new)) in results.iter().enumerate() {
        module.replace_all_uses(old, new);
        module.set_operand(copy, 3 + i, old);
    }
    module.set_operand(copy, 0, split);
    module.set_operand(op, 1, split);
    copy
}

/// Simplifies every minimum and maximum in a loop with what the induction variable goes through.
fn simplify_extents(module: &mut Module, op: Op, iv: Value, induction: &Induction) {
    for inner in module.walk(op) {
        if !matches!(module.kind(inner), OpKind::AffineExtremum { .. }) {
            continue;
        }
        let bounds = Bounds::new(module).assume(iv, induction.clone());
        if let Some(applied) = simplify_within(module, inner, &bounds) {
            settle(module, inner, applied);
        }
    }
}
