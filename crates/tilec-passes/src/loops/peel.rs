//! Splits a loop in two: whole steps first, then the remainder; or the first trip, then the others.
//!
//! `min(step, upper - index)`, the size of a tile, becomes the step in the one and the rest in the other.

use super::{Blocker, Bounds};
use std::collections::HashMap;
use tilec_ir::{AffineExpr, AffineMap, Attr, Builder, Module, Op, OpKind, ScalarType, Value};

/// A loop that can be split.
pub struct Plan {
    op: Op,
    bounds: Bounds,
    /// Where, by lower (`d0`) and upper bound (`d1`).
    split: AffineExpr,
    step: i64,
    front: bool,
}

/// Checks a loop: its remainder is to become a loop of its own, or its first trip (`front`).
///
/// # Errors
/// Why not.
pub fn plan(module: &Module, op: Op, front: bool) -> Result<Plan, Blocker> {
    let bounds = Bounds::of(module, op)?;
    let step = bounds.step()?;
    bounds.check(step)?;
    let (lower, upper) = (AffineExpr::Dim(0), AffineExpr::Dim(1));
    let length = upper.clone().add(lower.clone().mul(AffineExpr::Const(-1)));
    let split = if front {
        match bounds.trips() {
            Some(trips) if trips > 1 => lower.add(AffineExpr::Const(step)),
            Some(_) => return Err(Blocker::OneTrip),
            None => return Err(Blocker::OpenBounds { what: "how often it runs" }),
        }
    } else {
        let whole = bounds.known[0].zip(bounds.known[1]).is_some_and(|(l, u)| u.checked_sub(l).is_none_or(|n| n % step == 0));
        if step == 1 || whole {
            return Err(Blocker::WholeSteps);
        }
        upper.add(length.modulo(AffineExpr::Const(step)).mul(AffineExpr::Const(-1)))
    };
    Ok(Plan { op, bounds, split, step, front })
}

/// Splits: the loop that is left of the original, and the new one. The remainder, or the first trip, is the new one.
pub fn apply(module: &mut Module, plan: &Plan) -> (Op, Op) {
    let op = plan.op;
    let mut builder = Builder::before(module, op);
    let split = plan.bounds.split(&mut builder, &plan.split);
    let other = module.clone_op(op, &mut HashMap::new());
    let (first, second) = if plan.front { (other, op) } else { (op, other) };
    if plan.front {
        module.insert_before(other, op);
    } else {
        match module.next_op(op) {
            Some(next) => module.insert_before(other, next),
            None => module.append_op(module.parent_block(op).expect("a loop in a block"), other),
        }
    }
    // Whoever used what the loop gave uses what the second gives.
    let (old, new) = (module.results(op).to_vec(), module.results(second).to_vec());
    if first == op {
        for (&old, &new) in old.iter().zip(&new) {
            module.replace_uses_if(old, new, |_| true);
        }
    }
    module.set_operand(first, 1, split);
    module.set_operand(second, 0, split);
    for (i, value) in module.results(first).to_vec().into_iter().enumerate() {
        module.set_operand(second, 3 + i, value);
    }
    if !plan.front {
        settle_sizes(module, first, &plan.bounds, plan.step, true);
        settle_sizes(module, second, &plan.bounds, plan.step, false);
    }
    (op, other)
}

/// Gives `min(step, upper - index)` the value it has: the step in the loop of whole steps, the rest in the other.
fn settle_sizes(module: &mut Module, op: Op, bounds: &Bounds, step: i64, whole: bool) {
    let index = module.block_args(module.entry(op))[0];
    for inner in module.walk(op) {
        if module.kind(inner) != (OpKind::AffineExtremum { max: false }) {
            continue;
        }
        let Some(rest) = rest_of(module, inner, index, bounds, step) else { continue };
        let operands: Vec<_> = module.operands(inner).collect();
        let mut builder = Builder::before(module, inner);
        let value = if whole { builder.index(step) } else { builder.affine_apply(&rest, &operands) };
        module.replace_op(inner, &[value]);
    }
}

/// The map of `upper - index`, if an op is the least of it and the step.
fn rest_of(module: &Module, op: Op, index: Value, bounds: &Bounds, step: i64) -> Option<AffineMap> {
    let map = module.attr(op, "map")?.as_map()?;
    let [a, b] = &map.results[..] else { return None };
    let rest = match (a.as_const(), b.as_const()) {
        (Some(c), None) if c == step => b,
        (None, Some(c)) if c == step => a,
        _ => return None,
    };
    // It must be the upper bound minus the index, in whichever order the terms stand.
    let inputs: Vec<Value> = module.operands(op).collect();
    let name = |i: usize| {
        let number = |i: usize| u32::try_from(i).expect("few operands");
        let dims = map.dims as usize;
        if i < dims { AffineExpr::Dim(number(i)) } else { AffineExpr::Symbol(number(i - dims)) }
    };
    let minus = name(inputs.iter().position(|&v| v == index)?).mul(AffineExpr::Const(-1));
    let is_difference = |upper: AffineExpr| *rest == upper.clone().add(minus.clone()) || *rest == minus.clone().add(upper);
    let is_upper = bounds.known[1].is_some_and(|c| is_difference(AffineExpr::Const(c)))
        || (0..inputs.len()).any(|i| same_value(module, inputs[i], bounds) && is_difference(name(i)));
    is_upper.then(|| AffineMap { results: vec![rest.clone()].into(), ..map.clone() })
}

/// True if a value is the upper bound, or the same constant.
fn same_value(module: &Module, value: Value, bounds: &Bounds) -> bool {
    value == bounds.values[1] || bounds.known[1].is_some_and(|c| module.constant(value) == Some(&Attr::Int(c, ScalarType::Index)))
}
