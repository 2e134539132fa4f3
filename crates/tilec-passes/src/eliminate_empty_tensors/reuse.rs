//! Empty tensors that a value takes the place of, and filled tensors that are made once for each who overwrites them.

use super::NAME;
use crate::bufferize::destination;
use crate::remark::Remark;
use std::collections::{HashMap, HashSet};
use tilec_ir::{Module, Op, OpKind, StructuredOp, Use, Value};

/// Gives ops that overwrite a filled tensor that others read a fill of their own.
pub(super) fn own_fills(module: &mut Module, remarks: &mut Vec<Remark>) -> bool {
    let mut changed = false;
    for op in structured(module) {
        changed |= own_fill(module, op, remarks);
    }
    changed
}

/// Lets elementwise ops compute where one of their inputs is.
pub(super) fn in_inputs(module: &mut Module, remarks: &mut Vec<Remark>) -> bool {
    let (mut changed, mut own) = (false, HashSet::new());
    for op in structured(module) {
        changed |= in_input(module, op, &mut own, remarks);
    }
    changed
}

fn structured(module: &Module) -> Vec<Op> {
    let is_one = |op: &Op| matches!(module.kind(*op), OpKind::Structured(_)) && !module.results(*op).is_empty();
    module.walk(module.top()).into_iter().filter(is_one).collect()
}

/// A fill that others read too, computed once more for the output that would have to copy it.
fn own_fill(module: &mut Module, op: Op, remarks: &mut Vec<Remark>) -> bool {
    let view = module.structured(op).expect("a structured op");
    let (inputs, outputs) = (view.num_inputs(), view.num_outputs());
    let mut changed = false;
    for o in inputs..inputs + outputs {
        let value = module.operand(op, o);
        let fill = module.defining_op(value).filter(|&f| module.kind(f) == OpKind::Structured(StructuredOp::Fill));
        let Some(fill) = fill.filter(|_| module.uses(value).len() > 1) else { continue };
        let empty = module.defining_op(module.operand(fill, 1)).filter(|&e| module.kind(e) == OpKind::Empty);
        let Some(empty) = empty else { continue };
        let mut mapping = HashMap::new();
        let own_empty = module.clone_op(empty, &mut mapping);
        module.insert_before(own_empty, op);
        let own = module.clone_op(fill, &mut mapping);
        module.insert_before(own, op);
        let own = module.result(own);
        module.set_operand(op, o, own);
        remarks.push(
            Remark::applied(NAME, module.op(op).loc.clone(), format!("operand {o} is filled anew instead of copied"))
                .note(module.op(fill).loc.clone(), "the fill"),
        );
        changed = true;
    }
    changed
}

/// An output in an empty tensor becomes an input that nobody else reads and whose elements are read where the output's are written.
fn in_input(module: &mut Module, op: Op, own: &mut HashSet<Value>, remarks: &mut Vec<Remark>) -> bool {
    let view = module.structured(op).expect("a structured op");
    let (inputs, outputs, maps) = (view.num_inputs(), view.num_outputs(), view.maps());
    let mut replaced = Vec::new();
    for o in (0..outputs).filter(|&o| !view.reads_init(o) && maps[inputs + o].is_permutation()) {
        let empty = module.operand(op, inputs + o);
        if module.defining_op(empty).is_none_or(|e| module.kind(e) != OpKind::Empty) {
            continue;
        }
        let mut fits = |&i: &usize| {
            let value = module.operand(op, i);
            module.ty(value) == module.ty(empty)
                && maps[i] == maps[inputs + o]
                && module.uses(value).len() == 1
                && replaced.iter().all(|(_, other)| *other != value)
                && is_own(module, op, value, own)
        };
        if let Some(i) = (0..inputs).find(&mut fits) {
            replaced.push((inputs + o, module.operand(op, i)));
        }
    }
    for &(o, value) in &replaced {
        module.set_operand(op, o, value);
        remarks.push(Remark::applied(NAME, module.op(op).loc.clone(), format!("operand {o} is computed where an input is")));
    }
    !replaced.is_empty()
}

/// True if a value of the op's block is computed in an empty tensor of that block. `own` are those of which that is known.
fn is_own(module: &Module, op: Op, value: Value, own: &mut HashSet<Value>) -> bool {
    let mut way = vec![value];
    let is_found = loop {
        let at = way[way.len() - 1];
        if own.contains(&at) {
            break true;
        }
        let Some(by) = module.defining_op(at).filter(|&d| module.parent_block(d) == module.parent_block(op)) else { break false };
        if module.kind(by) == OpKind::Empty {
            break true;
        }
        let Some(Use { op, operand }) = destination(module, at) else { break false };
        way.push(module.operand(op, operand as usize));
    };
    if is_found {
        own.extend(way);
    }
    is_found
}
