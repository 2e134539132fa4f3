//! Simplifies the operands of a generic: splat constants and fills become scalars of the payload, unused and repeated inputs go, unless the
//! extent of a loop is known from them alone.

use super::NAME;
use super::legality::{lost_bound, producer_of};
use crate::remark::Remark;
use tilec_ir::builder::Builder;
use tilec_ir::{Attr, Module, Op, StructuredOp, Value};

/// What can become of an input.
enum Action {
    /// Every read gives this scalar constant.
    Constant(tilec_ir::Scalar),
    /// Every read gives this value from outside.
    Scalar(Value),
    /// It is the same as an earlier input.
    SameAs(usize),
    /// Nothing reads it.
    Unused,
}

/// Merges repeated inputs and drops unused ones. Returns true if anything changed.
pub(super) fn merge(module: &mut Module, op: Op, remarks: &mut Vec<Remark>) -> bool {
    apply(module, op, remarks, false)
}

/// [`merge`], and inputs of one value become scalars of the payload. Returns true if anything changed.
pub(super) fn simplify(module: &mut Module, op: Op, remarks: &mut Vec<Remark>) -> bool {
    apply(module, op, remarks, true)
}

/// To a fixpoint; each step removes an input.
fn apply(module: &mut Module, op: Op, remarks: &mut Vec<Remark>, scalars: bool) -> bool {
    let mut changed = false;
    while let Some((i, action)) = find_action(module, op, scalars) {
        let block = module.entry(op);
        let arg = module.block_args(block)[i];
        let replacement = match action {
            Action::Constant(value) => {
                remarks.push(Remark::applied(
                    NAME,
                    module.op(op).loc.clone(),
                    format!("input {i} is a splat constant, now in the payload"),
                ));
                Some(Builder::before(module, op).scalar(value))
            }
            Action::Scalar(value) => {
                remarks.push(Remark::applied(
                    NAME,
                    module.op(op).loc.clone(),
                    format!("input {i} is filled with one value, now in the payload"),
                ));
                Some(value)
            }
            Action::SameAs(earlier) => Some(module.block_args(block)[earlier]),
            Action::Unused => None,
        };
        if let Some(value) = replacement {
            module.replace_all_uses(arg, value);
        }
        drop_input(module, op, i);
        changed = true;
    }
    changed
}

fn find_action(module: &Module, op: Op, scalars: bool) -> Option<(usize, Action)> {
    let view = module.structured(op)?;
    if !view.on_tensors() {
        return None;
    }
    let (maps, loops, args) = (view.maps(), view.iterators().len(), view.body_args());
    (0..view.num_inputs()).find_map(|i| {
        let value = module.operand(op, i);
        let earlier = (0..i).find(|&e| module.operand(op, e) == value && maps[e] == maps[i]);
        let action = if let Some(earlier) = earlier {
            Action::SameAs(earlier)
        } else if !view.is_read(args[i]) {
            Action::Unused
        } else if !scalars {
            return None;
        } else if let Some(Attr::Dense(dense)) = module.constant(value) {
            Action::Constant(dense.splat()?)
        } else {
            Action::Scalar(fill_value(module, value)?)
        };
        let left = maps.iter().enumerate().filter(|(n, _)| *n != i).map(|(_, m)| m);
        lost_bound(loops, left).is_none().then_some((i, action))
    })
}

/// The scalar that a tensor is filled with.
fn fill_value(module: &Module, value: Value) -> Option<Value> {
    let (producer, _) = producer_of(module, value)?;
    let view = module.structured(producer)?;
    let scalar = view.inputs().first().copied()?;
    (view.which() == StructuredOp::Fill && module.ty(scalar).as_scalar().is_some()).then_some(scalar)
}

/// Takes an input away whose block argument is unused.
fn drop_input(module: &mut Module, op: Op, i: usize) {
    let view = module.structured(op).expect("a structured op");
    let (mut maps, block) = (view.maps(), view.body());
    let segments = [view.num_inputs() - 1, view.num_outputs()];
    maps.remove(i);
    let operands: Vec<_> = module.operands(op).enumerate().filter(|(n, _)| *n != i).map(|(_, v)| v).collect();
    module.set_operands(op, &operands, &segments);
    module.remove_block_arg(block, i);
    module.set_attr(op, "indexing_maps", Attr::maps(maps));
}
