//! What is the same in every trip of a loop moves in front of it.

use super::Blocker;
use crate::analysis::effects::is_pure;
use crate::analysis::stops::{has_a_trip, inductions, may_stop};
use std::collections::HashSet;
use tilec_ir::{Block, Module, Op, Value};

/// Moves every op of a loop's body that computes the same in every trip, and nothing else, in front of the loop; of an op that may stop the
/// program only where a trip is certain. Loops inside are not entered: begin with the innermost. Gives the ops that moved, in order.
///
/// # Errors
/// [`Blocker::NotALoop`].
pub fn hoist_invariants(module: &mut Module, loop_op: Op) -> Result<Vec<Op>, Blocker> {
    let moved = plan(module, loop_op)?;
    for &op in &moved {
        module.move_before(op, loop_op);
    }
    Ok(moved)
}

fn plan(module: &Module, op: Op) -> Result<Vec<Op>, Blocker> {
    if inductions(module, op).is_none() && !is_loop(module, op) {
        return Err(Blocker::NotALoop { expected: "a loop", found: module.spelling(op).name });
    }
    let body = module.entry(op);
    let certain = has_a_trip(module, op);
    let mut moved = HashSet::new();
    let mut order = Vec::new();
    for inner in module.block_ops(body) {
        let movable = is_pure(module, inner) && (certain || !may_stop(module, inner));
        if movable && used_from_outside(module, inner).iter().all(|&v| is_known_before(module, v, body, &moved)) {
            moved.insert(inner);
            order.push(inner);
        }
    }
    Ok(order)
}

fn is_loop(module: &Module, op: Op) -> bool {
    use tilec_ir::OpKind as K;
    matches!(module.kind(op), K::For | K::AffineFor | K::Forall | K::Parallel)
}

/// The values that an op and what is inside of it use, but do not make.
pub(super) fn used_from_outside(module: &Module, op: Op) -> Vec<Value> {
    let inside: Vec<Op> = module.walk(op);
    let ops: HashSet<Op> = inside.iter().copied().collect();
    let own = |v: Value| match module.defining_op(v) {
        Some(maker) => ops.contains(&maker),
        None => module.value_block(v).and_then(|b| module.block_owner(b)).is_some_and(|o| ops.contains(&o)),
    };
    inside.iter().flat_map(|&o| module.operands(o).collect::<Vec<_>>()).filter(|&v| !own(v)).collect()
}

/// True if a value used in a body is made before the loop, or by an op that moves there.
fn is_known_before(module: &Module, value: Value, body: Block, moved: &HashSet<Op>) -> bool {
    module.value_block(value) != Some(body) || module.defining_op(value).is_some_and(|op| moved.contains(&op))
}
