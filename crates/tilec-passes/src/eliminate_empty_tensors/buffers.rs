//! Destinations that are buffers: who else touches them.

use crate::analysis::alias::{self, Base};
use tilec_ir::{Module, Op, OpKind, Value};

/// The first op after the anchor that touches the buffer.
pub(super) fn later_touch(module: &Module, anchor: Op, base: &Base) -> Option<Op> {
    let after = std::iter::successors(module.next_op(anchor), |&op| module.next_op(op));
    after.into_iter().find(|&op| touches(module, op, base))
}

/// True if a tensor that will live in the destination buffer is used after the anchor.
pub(super) fn chain_is_used_later(module: &Module, anchor: Op, first: Op) -> bool {
    let block = module.parent_block(anchor).expect("an op in a block");
    let mut values: Vec<Value> = module.results(first).to_vec();
    let mut at = 0;
    while at < values.len() {
        for user in module.uses(values[at]).to_vec() {
            let Some(outer) = module.ancestor_in(user.op, block) else { return true };
            if module.is_before(anchor, outer) {
                return true;
            }
            // Anything made from it may share its buffer.
            for &result in module.results(user.op) {
                if !values.contains(&result) {
                    values.push(result);
                }
            }
        }
        at += 1;
    }
    false
}

/// True if the op, or an op inside it, uses the buffer or a view or tensor of it.
pub(super) fn touches(module: &Module, op: Op, base: &Base) -> bool {
    module.walk(op).into_iter().any(|inner| {
        // A callee may touch any global, and whatever it is given.
        module.kind(inner) == OpKind::Call
            || module.operands(inner).any(|v| {
                let of_tensor =
                    module.defining_op(v).filter(|&o| module.kind(o) == OpKind::ToTensor).map(|o| module.operand(o, 0));
                let buffer = of_tensor.unwrap_or(v);
                module.ty(buffer).as_memref().is_some() && [base, &Base::Unknown].contains(&&alias::base(module, buffer))
            })
    })
}
