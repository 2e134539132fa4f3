//! Temporaries that take the place of another: an elementwise op may write where it reads.

use super::liveness::Temporary;
use std::collections::HashMap;
use tilec_ir::{Module, Op, OpKind, Value};

/// A temporary whose place is that of another.
pub(super) struct Reuse {
    /// The allocation that goes.
    pub(super) alloc: Op,
    /// The allocation whose place it takes.
    pub(super) of: Op,
    /// The op that reads the one and writes the other.
    pub(super) by: Op,
}

/// Lets temporaries take the place of others; gives those that need a place, with the time that all in it are in use.
pub(super) fn merge(module: &Module, temporaries: Vec<Temporary>) -> (Vec<Temporary>, Vec<Reuse>) {
    let mut order: Vec<Temporary> = temporaries;
    order.sort_by_key(|t| t.start);
    let mut kept: Vec<Temporary> = Vec::new();
    // Where in `kept` a temporary is, by its allocation and those in its place.
    let mut place: HashMap<Op, usize> = HashMap::new();
    let mut reused = Vec::new();
    for t in order {
        let source = t.used.and_then(|(first, _)| source(module, &t, first, &kept, &place).map(|at| (at, first)));
        match source {
            Some((at, by)) => {
                reused.push(Reuse { alloc: t.alloc, of: kept[at].alloc, by });
                place.insert(t.alloc, at);
                let old = &mut kept[at];
                if let (Some((first, _)), Some((_, last))) = (old.used, t.used) {
                    (old.used, old.end) = (Some((first, last)), t.end);
                }
            }
            None => {
                place.insert(t.alloc, kept.len());
                kept.push(t);
            }
        }
    }
    (kept, reused)
}

/// The place of an input of `op` that dies there and each element of which is read only where the same element of the temporary is written.
fn source(module: &Module, t: &Temporary, op: Op, kept: &[Temporary], place: &HashMap<Op, usize>) -> Option<usize> {
    if !matches!(module.kind(op), OpKind::Structured(_)) {
        return None;
    }
    let (view, value) = (module.structured(op)?, module.result(t.alloc));
    let (maps, inputs) = (view.maps(), view.num_inputs());
    let operands: Vec<Value> = module.operands(op).collect();
    let output = (inputs..operands.len()).find(|&o| operands[o] == value)?;
    // Its first use must be that output alone, and as a whole.
    let only = operands.iter().filter(|v| base(module, **v) == base(module, value)).count() == 1;
    if !only || view.needs_init(output - inputs) || !maps[output].is_permutation() {
        return None;
    }
    let candidate = |i: usize| {
        let old = module.defining_op(operands[i]).filter(|o| place.contains_key(o))?;
        let at = place[&old];
        let dies = kept[at].used.is_some_and(|(_, last)| last == op) && kept[at].parallel == t.parallel;
        let lives_here = module.parent_block(kept[at].alloc) == module.parent_block(op)
            && module.parent_block(t.alloc) == module.parent_block(op);
        // However the old one is reached, it must be as this same element.
        let same = (0..operands.len()).all(|j| {
            let other = module.defining_op(base(module, operands[j])).and_then(|o| place.get(&o));
            other != Some(&at) || j < inputs && operands[j] == operands[i] && maps[j] == maps[output]
        });
        (module.ty(operands[i]) == module.ty(value) && dies && lives_here && same && !reads_inside(module, op)).then_some(at)
    };
    (0..inputs).find_map(candidate)
}

/// The allocation, or whatever it is, that a value is a view of.
fn base(module: &Module, value: Value) -> Value {
    let source = |v: &Value| {
        let op = module.defining_op(*v)?;
        matches!(
            module.kind(op),
            OpKind::View | OpKind::Reshape { .. } | OpKind::ShapeCast | OpKind::ByteView | OpKind::Reinterpret
        )
        .then(|| module.operand(op, 0))
    };
    std::iter::successors(Some(value), source).last().expect("a chain starts with the value")
}

/// True if the body reads buffers by itself.
fn reads_inside(module: &Module, op: Op) -> bool {
    module.walk(op).into_iter().skip(1).any(|o| module.operands(o).any(|v| module.ty(v).as_memref().is_some()))
}
