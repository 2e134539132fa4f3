//! A parallel loop nest as sequential loops, the last one innermost.

use super::Blocker;
use crate::analysis::bounds::Bounds;
use crate::analysis::linear::{Leaf, Linear};
use crate::canonicalize::entries::{Entry, Part, entries};
use crate::canonicalize::forall::{insert_into, insertions};
use tilec_ir::{Builder, InsertPoint, Module, Op, OpKind, Value};

/// What becomes of a parallel loop.
struct Plan {
    /// Lower bound, upper bound and step of each loop.
    loops: Vec<[Entry; 3]>,
    /// Per shared tensor: no trip puts anything where another one does, so a part that a trip puts back can be taken from what is carried.
    apart: Vec<bool>,
}

/// Makes an `scf.forall` a nest of `scf.for`, which carry the shared tensors. What the body reads of a shared tensor is as it was before the
/// loop; a part that the same trip replaces is taken from the carried tensor, if no other trip replaces any of it. Gives the loops, outermost
/// first.
///
/// # Errors
/// See [`Blocker`].
pub fn forall_to_for(module: &mut Module, forall_op: Op) -> Result<Vec<Op>, Blocker> {
    let plan = plan(module, forall_op)?;
    Ok(rewrite(module, forall_op, &plan))
}

fn plan(module: &Module, op: Op) -> Result<Plan, Blocker> {
    let found = module.spelling(op).name;
    let ranks = (module.kind(op) == OpKind::Forall).then(|| module.int_array(op, "staticStep").len());
    let Some(rank) = ranks.filter(|r| *r > 0) else {
        return Err(Blocker::NotALoop { expected: "scf.forall with a loop", found });
    };
    let lists = ["dynamicLowerBound", "dynamicUpperBound", "dynamicStep"].map(|group| entries(module, op, group));
    let loops: Vec<_> = (0..rank).map(|d| [lists[0][d], lists[1][d], lists[2][d]]).collect();
    let steps: Vec<Option<i64>> = lists[2].iter().map(|e| e.folded(module).number()).collect();
    let (ivs, shared) = module.block_args(module.entry(op)).split_at(rank);
    let apart = shared.iter().map(|&arg| {
        let mut into = insertions(module, op).into_iter().filter(|&o| module.operand(o, 1) == arg);
        match (into.next(), into.next()) {
            (Some(only), None) => trips_are_apart(module, &Part::of(module, only), ivs, &steps),
            _ => false,
        }
    });
    let apart = apart.collect();
    Ok(Plan { loops, apart })
}

/// True if the part is another one, without a common element, in every trip: each loop moves it along a dimension of its own, by at least
/// its size there.
fn trips_are_apart(module: &Module, part: &Part, ivs: &[Value], steps: &[Option<i64>]) -> bool {
    let exact = |e: Entry| match e {
        Entry::Number(n) => Linear::constant(n),
        Entry::Value(v) => Linear::exact(module, v),
    };
    let offsets: Vec<Linear> = part.offsets.iter().map(|&e| exact(e)).collect();
    let bounds = Bounds::new(module);
    ivs.iter().zip(steps).all(|(&iv, step)| {
        (0..offsets.len()).any(|d| {
            // Only this loop and what is the same in all trips moves the part along this dimension.
            let alone = offsets[d].terms().iter().all(|(leaf, _)| match leaf {
                Leaf::Value(v) => *v == iv || is_outside(module, *v, iv),
                Leaf::Expr(_, operands) => operands.iter().all(|&v| is_outside(module, v, iv)),
            });
            let moved = step.and_then(|s| offsets[d].coefficient(iv).checked_mul(s)).filter(|m| *m > 0);
            let stride = part.strides[d] == Entry::Number(1);
            alone && stride && moved.is_some_and(|moved| bounds.is_at_most(&exact(part.sizes[d]), &Linear::constant(moved)))
        })
    })
}

/// True if a value is made outside of the loop with this induction variable.
fn is_outside(module: &Module, value: Value, iv: Value) -> bool {
    let (Some(body), Some(block)) = (module.value_block(iv), module.value_block(value)) else { return false };
    let owner = module.block_owner(body);
    let mut around = std::iter::successors(module.block_owner(block), |&o| module.parent_op(o));
    !around.any(|o| Some(o) == owner)
}

fn rewrite(module: &mut Module, op: Op, plan: &Plan) -> Vec<Op> {
    let inits: Vec<Value> = module.group(op, 3).collect();
    let args = module.block_args(module.entry(op)).to_vec();
    let (ivs, shared) = args.split_at(plan.loops.len());
    let mut builder = Builder::before(module, op);
    let bounds: Vec<[Value; 3]> = plan.loops.iter().map(|l| l.map(|e| e.value(&mut builder))).collect();
    let mut loops: Vec<Op> = Vec::new();
    let mut carried = inits.clone();
    for &[lower, upper, step] in &bounds {
        let loc = module.op(op).loc.clone();
        let mut builder = match loops.last() {
            Some(&outer) => {
                let body = module.entry(outer);
                Builder::at_end(module, body, loc)
            }
            None => Builder::before(module, op),
        };
        let new = builder.for_loop(lower, upper, step, &carried);
        carried = module.block_args(module.entry(new))[1..].to_vec();
        loops.push(new);
    }
    for (iv, &new) in ivs.iter().zip(&loops) {
        let new_iv = module.block_args(module.entry(new))[0];
        module.replace_all_uses(*iv, new_iv);
    }
    let innermost = *loops.last().expect("a loop");
    let values = move_body(module, op, innermost, shared, &carried);
    for (i, (&arg, &init)) in shared.iter().zip(&inits).enumerate() {
        if plan.apart[i] {
            take_from_carried(module, arg, carried[i], values[i]);
        }
        module.replace_all_uses(arg, init);
    }
    end_loops(module, &loops, values);
    let results = module.results(loops[0]).to_vec();
    module.replace_op(op, &results);
    loops
}

/// Moves the body into the innermost loop; gives the shared tensors after its insertions.
fn move_body(module: &mut Module, op: Op, innermost: Op, shared: &[Value], carried: &[Value]) -> Vec<Value> {
    let (from, to) = (module.entry(op), module.entry(innermost));
    let inserted = insertions(module, op);
    let end = module.terminator(from).expect("a loop body ends");
    for inner in module.block_ops(from).filter(|&o| o != end).collect::<Vec<_>>() {
        module.detach(inner);
        module.append_op(to, inner);
    }
    let mut values = carried.to_vec();
    for insertion in inserted {
        let Some(i) = shared.iter().position(|&arg| arg == module.operand(insertion, 1)) else { continue };
        values[i] = insert_into(module, insertion, values[i], InsertPoint::End(to));
        module.erase(insertion);
    }
    values
}

/// Slices of a shared tensor that are the part which the trip puts back are taken from the carried tensor.
fn take_from_carried(module: &mut Module, arg: Value, carried: Value, inserted: Value) {
    let Some(insertion) = module.defining_op(inserted) else { return };
    let part = Part::of(module, insertion);
    for user in module.uses(arg).to_vec() {
        if module.kind(user.op) == OpKind::Slice && Part::of(module, user.op).is_same(&part, module) {
            module.set_operand(user.op, user.operand as usize, carried);
        }
    }
}

fn end_loops(module: &mut Module, loops: &[Op], values: Vec<Value>) {
    let mut values = values;
    for (i, &op) in loops.iter().enumerate().rev() {
        let (body, loc) = (module.entry(op), module.op(op).loc.clone());
        Builder::at_end(module, body, loc).yield_values("scf", &values);
        if i > 0 {
            values = module.results(op).to_vec();
        }
    }
}
