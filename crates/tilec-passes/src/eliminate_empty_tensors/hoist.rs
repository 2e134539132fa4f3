//! Index arithmetic and empty tensors that can be computed earlier.

use crate::analysis::effects::is_pure;
use std::collections::HashSet;
use tilec_ir::{Module, Op, OpKind, Value};

/// How many ops are moved for one use.
const MAX_OPS: usize = 64;

/// What must move in front of `before` so that all `values` are known there, operands first; `None` if that cannot be.
pub(super) fn plan(module: &Module, values: &[Value], before: Op) -> Option<Vec<Op>> {
    let mut order = Vec::new();
    let mut seen = HashSet::new();
    values.iter().all(|&v| visit(module, v, before, &mut seen, &mut order)).then_some(order)
}

fn visit(module: &Module, value: Value, before: Op, seen: &mut HashSet<Op>, order: &mut Vec<Op>) -> bool {
    if module.dominates(value, before) {
        return true;
    }
    // Only within the block: elsewhere it might not have run at all.
    let movable = |&op: &Op| {
        let is_index = module.results(op).iter().all(|&r| module.ty(r).as_scalar().is_some()) || module.kind(op) == OpKind::Empty;
        is_index && is_pure(module, op) && module.regions(op).is_empty() && module.parent_block(op) == module.parent_block(before)
    };
    let Some(op) = module.defining_op(value).filter(movable) else { return false };
    if !seen.insert(op) {
        return true;
    }
    if seen.len() > MAX_OPS || op == before || !module.operands(op).all(|v| visit(module, v, before, seen, order)) {
        return false;
    }
    order.push(op);
    true
}
