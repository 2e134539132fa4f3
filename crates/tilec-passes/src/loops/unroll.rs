//! Several trips of a loop in one.

use super::peel::{affine_op, split_loop};
use super::{Blocker, Inputs, is_counted};
use crate::analysis::bounds::Bounds;
use crate::analysis::linear::Linear;
use crate::canonicalize::affine::Applied;
use crate::canonicalize::control::run_once;
use std::collections::HashMap;
use tilec_ir::{AffineExpr, AffineMap, Builder, Module, Op, OpKind, Value};

/// How many ops the copies of a body may have.
const MAX_OPS: usize = 1 << 16;

/// What a loop has become; a loop of one trip becomes its body and is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unrolled {
    /// The loop of which each trip does several.
    pub main: Option<Op>,
    /// The loop of the trips that are left.
    pub rest: Option<Op>,
}

/// How a loop is cut.
struct Plan {
    factor: i64,
    /// The number of trips, if it is known.
    trips: Option<i64>,
    /// The step, and the step of the unrolled loop, if they are constant.
    steps: Option<(i64, i64)>,
    /// The lower bound may be above the upper one: then neither loop may run.
    may_be_reversed: bool,
}

/// Unrolls an `scf.for`: each trip does `factor` old ones, in order; a second loop does what is left over. A loop of fewer trips than that
/// stays as it is.
///
/// # Errors
/// See [`Blocker`].
pub fn unroll(module: &mut Module, for_op: Op, factor: u64) -> Result<Unrolled, Blocker> {
    let plan = plan(module, for_op, factor)?;
    let Plan { factor, trips, .. } = plan;
    if factor == 1 {
        return Ok(Unrolled { main: Some(for_op), rest: None });
    }
    if trips.is_some_and(|t| t < factor) {
        return Ok(Unrolled { main: None, rest: Some(for_op) });
    }
    let rest = match trips {
        Some(trips) if trips % factor == 0 => None,
        _ => {
            let split = split_bound(module, for_op, &plan);
            Some(split_loop(module, for_op, split))
        }
    };
    repeat_body(module, for_op, &plan);
    let inline = |module: &mut Module, op: Op, once: bool| {
        if once {
            run_once(module, op);
        }
        (!once).then_some(op)
    };
    let main = inline(module, for_op, trips.is_some_and(|t| t / factor == 1));
    let rest = rest.and_then(|rest| inline(module, rest, trips.is_some_and(|t| t % factor == 1)));
    Ok(Unrolled { main, rest })
}

fn plan(module: &Module, op: Op, factor: u64) -> Result<Plan, Blocker> {
    is_counted(module, op)?;
    let factor = i64::try_from(factor).map_err(|_| Blocker::TooLarge)?;
    if factor == 0 {
        return Err(Blocker::ZeroFactor);
    }
    let [lower, upper, step] = [0, 1, 2].map(|i| Linear::exact(module, module.operand(op, i)));
    let step = step.as_const().filter(|s| *s > 0);
    let distance = upper.plus(&lower, -1);
    let length = distance.as_ref().and_then(Linear::as_const).map(|d| d.max(0));
    let trips = length.zip(step).map(|(length, step)| length / step + i64::from(length % step != 0));
    let copies = usize::try_from(factor).ok().and_then(|f| f.checked_mul(module.walk(op).len()));
    if trips.is_none_or(|t| t >= factor) && copies.is_none_or(|n| n > MAX_OPS) {
        return Err(Blocker::TooLarge);
    }
    let steps = step.map(|s| s.checked_mul(factor).map(|all| (s, all)).ok_or(Blocker::TooLarge)).transpose()?;
    let may_be_reversed = distance.and_then(|d| Bounds::new(module).least(&d)).is_none_or(|d| d < 0);
    Ok(Plan { factor, trips, steps, may_be_reversed })
}

/// `lower + (trips floordiv factor) · factor · step`, at least the lower bound.
fn split_bound(module: &mut Module, op: Op, plan: &Plan) -> Value {
    let inputs = Inputs::of(module, op);
    let [lower, upper, step] = inputs.exprs.clone();
    let step = plan.steps.map_or(step, |(s, _)| AffineExpr::Const(s));
    let factor = AffineExpr::Const(plan.factor);
    let trips = upper.minus(lower.clone()).ceil_div(step.clone());
    let split = lower.clone().add(trips.floor_div(factor.clone()).mul(step.mul(factor)));
    let results = if plan.may_be_reversed { vec![lower, split] } else { vec![split] };
    let applied = inputs.greatest(results);
    affine_op(module, op, OpKind::AffineExtremum { max: true }, applied)
}

/// `value · factor + base`, before an op.
fn scaled(module: &mut Module, before: Op, base: Option<Value>, value: Value, constant: Option<i64>, factor: i64) -> Value {
    let step = constant.map_or(AffineExpr::Symbol(0), AffineExpr::Const).mul(AffineExpr::Const(factor));
    let sum = if base.is_some() { AffineExpr::Dim(0).add(step) } else { step };
    let operands: Vec<Value> = base.into_iter().chain([value]).collect();
    let map = AffineMap { dims: u32::from(base.is_some()), symbols: 1, results: [sum].into() };
    affine_op(module, before, OpKind::AffineApply, Applied { map, operands })
}

/// Appends copies of the body to itself, and makes the step as much longer.
fn repeat_body(module: &mut Module, op: Op, plan: &Plan) {
    let body = module.entry(op);
    let end = module.terminator(body).expect("a loop body ends");
    let inner: Vec<Op> = module.block_ops(body).filter(|&o| o != end).collect();
    let (args, yields) = (module.block_args(body).to_vec(), module.operands(end).collect::<Vec<_>>());
    let step = module.operand(op, 2);
    let mut carried = yields.clone();
    for trip in 1..plan.factor {
        let iv = if module.is_unused(args[0]) {
            args[0]
        } else {
            scaled(module, end, Some(args[0]), step, plan.steps.map(|(s, _)| s), trip)
        };
        let starts = std::iter::once(iv).chain(carried);
        let mut mapping: HashMap<Value, Value> = args.iter().copied().zip(starts).collect();
        for &old in &inner {
            let copy = module.clone_op(old, &mut mapping);
            module.insert_before(copy, end);
        }
        carried = yields.iter().map(|v| mapping.get(v).copied().unwrap_or(*v)).collect();
    }
    module.set_operands(end, &carried, &[carried.len()]);
    let longer = match plan.steps {
        Some((_, all)) => Builder::before(module, op).index(all),
        None => scaled(module, op, None, step, None, plan.factor),
    };
    module.set_operand(op, 2, longer);
}
