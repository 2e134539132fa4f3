//! Temporaries that are whole tensors between two structured ops which a fusion could have joined.
//!
//! Such a temporary is an allocation, a part of the arena, or (while there are tensors) the result of a structured op, and nothing but structured
//! ops of one block uses it. Some op writes it and the next one that touches it reads it, both over loops that are exactly its dimensions: with
//! the two fused, what it holds would be one scalar. What is in a loop over tiles is an intermediate of its group instead.

use super::bytes_of;
use super::groups::{Loops, is_place};
use std::collections::BTreeSet;
use tilec_ir::{AffineMap, Loc, Module, Op, OpKind, Value};
use tilec_passes::{Remark, Verdict};

/// A temporary that a fusion could have removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Temporary {
    /// Where it is made.
    pub loc: Loc,
    /// Its bytes; `None` if they depend on a `?`.
    pub bytes: Option<usize>,
    /// The op that writes it: name and place.
    pub producer: (String, Loc),
    /// The op that reads it: name and place.
    pub consumer: (String, Loc),
    /// Why the two are not one op: what a pass said of them, else `not fused`.
    pub reason: String,
}

/// All among the ops of a function, in the order in which they are made. A tile in a loop over tiles is no whole tensor.
pub fn find(module: &Module, ops: &[Op], loops: &Loops, remarks: &[Remark]) -> Vec<Temporary> {
    let mut found = Vec::new();
    for &op in ops.iter().filter(|&&op| !loops.is_in_tile(module, op)) {
        for &value in module.results(op) {
            let pair = if is_temporary(module, op) { pair_of(module, op, value) } else { None };
            if let Some((producer, consumer)) = pair {
                let named = |op: Op| (module.spelling(op).name.to_owned(), module.op(op).loc.clone());
                let (producer, consumer) = (named(producer), named(consumer));
                let reason = reason(remarks, &producer.1, &consumer.1);
                let (loc, bytes) = (module.op(op).loc.clone(), bytes_of(module.ty(value)));
                found.push(Temporary { loc, bytes, producer, consumer, reason });
            }
        }
    }
    found
}

fn is_temporary(module: &Module, op: Op) -> bool {
    is_place(module, op) || module.structured(op).is_some()
}

/// The first two ops of which one gives the whole temporary to the other; `None` if something else uses it.
fn pair_of(module: &Module, maker: Op, value: Value) -> Option<(Op, Op)> {
    let is_tensor = module.structured(maker).is_some();
    let mut ops: BTreeSet<Op> = is_tensor.then_some(maker).into_iter().collect();
    for user in module.uses(value) {
        match module.kind(user.op) {
            OpKind::Dim | OpKind::Dealloc => {}
            OpKind::Structured(_) => {
                ops.insert(user.op);
            }
            _ => return None,
        }
    }
    let block = module.parent_block(*ops.first()?)?;
    if ops.iter().any(|&op| module.parent_block(op) != Some(block) || !covers(module, op, value)) {
        return None;
    }
    let mut producer = None;
    for op in module.block_ops(block).filter(|op| ops.contains(op)) {
        let view = module.structured(op)?;
        let mut outputs = view.outputs().into_iter().enumerate().filter(|&(_, v)| v == value);
        let is_input = view.inputs().iter().zip(view.body_args()).any(|(&v, &arg)| v == value && view.is_read(arg));
        let reads = is_input || outputs.clone().any(|(i, _)| view.reads_init(i));
        if let Some(producer) = producer.filter(|_| reads) {
            return Some((producer, op));
        }
        // A tensor is written by the op that makes it, a buffer by every op that it is an output of.
        if if is_tensor { op == maker } else { outputs.next().is_some() } {
            producer = Some(op);
        }
    }
    None
}

/// True if the op's loops are the dimensions of the value, wherever it uses or makes it.
fn covers(module: &Module, op: Op, value: Value) -> bool {
    let Some(view) = module.structured(op) else { return false };
    let maps = view.maps();
    let results = module.results(op).iter().enumerate().filter(|(_, r)| **r == value).map(|(i, _)| view.num_inputs() + i);
    let operands = module.operands(op).enumerate().filter(|(_, v)| *v == value).map(|(i, _)| i);
    results.chain(operands).all(|i| maps.get(i).is_some_and(AffineMap::is_permutation))
}

/// What the last remark says that is about both places and names a blocker.
fn reason(remarks: &[Remark], producer: &Loc, consumer: &Loc) -> String {
    let said = remarks.iter().rev().find_map(|remark| {
        let Verdict::Missed(blocker) = remark.verdict else { return None };
        let of_both = shares_place(&remark.loc, consumer) && remark.notes.iter().any(|(_, loc)| shares_place(loc, producer));
        of_both.then(|| format!("{} [{blocker}]: {}", remark.pass, remark.message))
    });
    said.unwrap_or_else(|| "not fused".to_owned())
}

/// True if some position in a file is in both: an op that was fused has the places of all its parts.
fn shares_place(a: &Loc, b: &Loc) -> bool {
    let theirs = b.parts();
    a.parts().iter().any(|part| part.position().is_some() && theirs.iter().any(|other| other.position() == part.position()))
}
