//! Runs the trips of an `scf.forall` one after the other: a nest of `scf.for`.

use super::Blocker;
use tilec_ir::{Builder, DYNAMIC, Module, Op, OpKind, Value};

/// Lower bounds, upper bounds and steps of a parallel loop.
const LISTS: [(&str, &str); 3] =
    [("dynamicLowerBound", "staticLowerBound"), ("dynamicUpperBound", "staticUpperBound"), ("dynamicStep", "staticStep")];

/// A parallel loop that can be run in order.
pub struct Plan {
    op: Op,
    /// Number of its indices.
    pub rank: usize,
}

/// Checks a loop.
///
/// # Errors
/// Why not.
pub fn plan(module: &Module, op: Op) -> Result<Plan, Blocker> {
    if module.kind(op) != OpKind::Forall {
        return Err(Blocker::NotALoop { wanted: "scf.forall" });
    }
    if !module.results(op).is_empty() {
        return Err(Blocker::SharesTensors);
    }
    let rank = module.int_array(op, "staticLowerBound").len();
    if rank == 0 { Err(Blocker::NotALoop { wanted: "loop with an index" }) } else { Ok(Plan { op, rank }) }
}

/// The nest, outermost loop first.
pub fn apply(module: &mut Module, plan: &Plan) -> Vec<Op> {
    let op = plan.op;
    let mut builder = Builder::before(module, op);
    let [lower, upper, steps] = LISTS.map(|(group, list)| values(&mut builder, op, group, list));
    let mut nest = Vec::new();
    let mut indices: Vec<Value> = Vec::new();
    for ((lower, upper), step) in lower.into_iter().zip(upper).zip(steps) {
        let new = builder.for_loop(lower, upper, step, &[]);
        let body = builder.module.entry(new);
        indices.push(builder.module.block_args(body)[0]);
        let (loc, module) = (builder.loc.clone(), builder.module);
        Builder::at_end(module, body, loc).yield_values("scf", &[]);
        let end = module.terminator(body).expect("just built");
        builder = Builder::before(module, end);
        nest.push(new);
    }
    let module = builder.module;
    let innermost = module.terminator(module.entry(nest[plan.rank - 1])).expect("just built");
    let body = module.entry(op);
    let args = module.block_args(body).to_vec();
    for inner in module.block_ops(body).collect::<Vec<_>>() {
        if module.kind(inner) != OpKind::InParallel {
            module.move_before(inner, innermost);
        }
    }
    for (arg, index) in args.into_iter().zip(indices) {
        module.replace_all_uses(arg, index);
    }
    module.erase(op);
    nest
}

/// One list of bounds as values.
fn values(builder: &mut Builder<'_>, op: Op, group: &str, list: &str) -> Vec<Value> {
    let mut dynamic = builder.module.group_named(op, group).into_iter();
    let constants = builder.module.int_array(op, list).to_vec();
    let value = |c: i64| if c == DYNAMIC { dynamic.next().expect("a bound for each gap") } else { builder.index(c) };
    constants.into_iter().map(value).collect()
}
