//! Makes several trips of a loop one; what is left over is a loop of its own, or a single trip without a loop.

use super::{Blocker, Bounds, emit_trip};
use std::collections::HashMap;
use tilec_ir::{AffineExpr, Attr, Builder, Module, Op, Value};

/// The most ops that an unrolled body may have.
const MAX_OPS: usize = 50_000;

/// A loop that can be unrolled.
pub struct Plan {
    op: Op,
    bounds: Bounds,
    factor: i64,
    step: i64,
    /// How often it runs, if that is known.
    trips: Option<i64>,
}

/// Checks a loop.
///
/// # Errors
/// Why not.
pub fn plan(module: &Module, op: Op, factor: i64) -> Result<Plan, Blocker> {
    let bounds = Bounds::of(module, op)?;
    let step = bounds.step()?;
    let trips = bounds.trips();
    let ops = usize::try_from(factor).unwrap_or(usize::MAX).saturating_mul(module.walk(op).len());
    let short = trips.is_some_and(|t| t < factor);
    if !short && (ops > MAX_OPS || step.checked_mul(factor).is_none()) {
        return Err(Blocker::TooLarge { ops });
    }
    if !short {
        bounds.check(step * factor)?;
    }
    Ok(Plan { op, bounds, factor, step, trips })
}

/// Unrolls. A loop of fewer trips than the factor stays.
pub fn apply(module: &mut Module, plan: &Plan) {
    let op = plan.op;
    if plan.factor <= 1 || plan.trips.is_some_and(|t| t < plan.factor) {
        return;
    }
    let mut builder = Builder::before(module, op);
    let const_of = |c: i64| AffineExpr::Const(c);
    let length = AffineExpr::Dim(1).add(AffineExpr::Dim(0).mul(const_of(-1)));
    let rounds = length.ceil_div(const_of(plan.step)).floor_div(const_of(plan.factor));
    let split = AffineExpr::Dim(0).add(rounds.mul(const_of(plan.step * plan.factor)));
    let split = plan.bounds.split(&mut builder, &split);
    let inits: Vec<Value> = builder.module.operands(op).skip(3).collect();
    let mut carried = if plan.trips.is_some_and(|t| t / plan.factor == 1) {
        rounds_of(&mut builder, plan, plan.bounds.values[0], &inits)
    } else {
        unrolled(&mut builder, plan, split, &inits)
    };
    carried = match plan.trips.map(|t| t % plan.factor) {
        Some(0) => carried,
        Some(1) => emit_trip(&mut builder, op, split, &carried),
        _ => {
            let rest = builder.module.clone_op(op, &mut HashMap::new());
            builder.insert(rest);
            builder.module.set_operand(rest, 0, split);
            for (i, &value) in carried.iter().enumerate() {
                builder.module.set_operand(rest, 3 + i, value);
            }
            builder.module.results(rest).to_vec()
        }
    };
    module.replace_op(op, &carried);
}

/// The loop whose trips are each as many of the old.
fn unrolled(builder: &mut Builder<'_>, plan: &Plan, split: Value, inits: &[Value]) -> Vec<Value> {
    let (ty, extra) = (plan.bounds.ty.clone(), builder.module.op(plan.op).extra.clone());
    let elem = ty.as_scalar().expect("bounds are scalars");
    let step = builder.constant(Attr::Int(plan.step * plan.factor, elem), ty);
    let new = builder.for_loop(plan.bounds.values[0], split, step, inits);
    builder.module.op_mut(new).extra = extra;
    let body = builder.module.entry(new);
    let args = builder.module.block_args(body).to_vec();
    let mut inside = Builder::at_end(builder.module, body, builder.loc.clone());
    let yielded = rounds_of(&mut inside, plan, args[0], &args[1..]);
    inside.yield_values("scf", &yielded);
    builder.module.results(new).to_vec()
}

/// As many trips as the factor says, from this index on.
fn rounds_of(builder: &mut Builder<'_>, plan: &Plan, first: Value, carried: &[Value]) -> Vec<Value> {
    let elem = plan.bounds.ty.as_scalar().expect("bounds are scalars");
    let mut carried = carried.to_vec();
    for round in 0..plan.factor {
        let index = if round == 0 {
            first
        } else {
            let distance = builder.constant(Attr::Int(round * plan.step, elem), plan.bounds.ty.clone());
            builder.binary(tilec_ir::scalar_op::BinaryOp::AddI, first, distance)
        };
        carried = emit_trip(builder, plan.op, index, &carried);
    }
    carried
}
