//! Keeps handles right while patterns replace and erase ops.
//!
//! An op that is erased drops out of its handles. An op that is replaced by results of one op of the same name (or by a constant) is
//! followed by it; casts and the like are looked through. If there is no such op, and some later step reads the handle, the step fails, as
//! in mlir-opt: the handle would silently lose what it was for.

use super::state::{Outcome, State};
use std::collections::HashMap;
use tilec_ir::{Module, Op, OpKind, Replacement, Value};

/// What was replaced, by op.
struct Log {
    by_op: HashMap<Op, Replacement>,
    by_value: HashMap<Value, Value>,
}

impl Log {
    fn of(list: Vec<Replacement>) -> Self {
        let mut by_value = HashMap::new();
        for replacement in &list {
            by_value.extend(replacement.results.iter().copied().zip(replacement.values.iter().copied()));
        }
        Self { by_op: list.into_iter().map(|r| (r.op, r)).collect(), by_value }
    }

    /// The value that a value became, replacements of replacements followed.
    fn value(&self, mut value: Value) -> Value {
        // A value is replaced by one that was there before or is newer, so chains end; the bound is for safety.
        for _ in 0..=self.by_value.len() {
            match self.by_value.get(&value) {
                Some(&next) => value = next,
                None => break,
            }
        }
        value
    }
}

/// What became of an op.
enum Fate {
    Same(Op),
    Gone,
    /// Replaced by something that is no such op.
    Lost,
}

fn fate(payload: &Module, log: &Log, op: Op) -> Fate {
    if !payload.is_erased(op) {
        return Fate::Same(op);
    }
    let Some(replacement) = log.by_op.get(&op) else { return Fate::Gone };
    let mut values: Vec<Value> = replacement.values.iter().map(|&v| log.value(v)).collect();
    loop {
        let mut makers = values.iter().map(|&v| payload.defining_op(v));
        let Some(Some(maker)) = makers.next() else { return Fate::Lost };
        if makers.any(|m| m != Some(maker)) || payload.is_erased(maker) {
            return Fate::Lost;
        }
        if payload.spelling(maker).name == replacement.name || payload.kind(maker) == OpKind::Constant {
            return Fate::Same(maker);
        }
        match payload.kind(maker) {
            OpKind::ShapeCast | OpKind::Reshape { .. } | OpKind::Slice => values = vec![payload.operand(maker, 0)],
            _ => return Fate::Lost,
        }
    }
}

/// Runs a rewriting of the program, and brings the handles up to date.
pub(super) fn tracked(state: &mut State<'_>, step: Op, work: impl FnOnce(&mut State<'_>) -> Outcome) -> Outcome {
    state.payload.note_replacements();
    let result = work(state);
    let log = Log::of(state.payload.take_replacements());
    let mut lost = None;
    state.retarget(
        step,
        |payload, op, alive| match fate(payload, &log, op) {
            Fate::Same(op) => Some(op),
            Fate::Gone => None,
            Fate::Lost => {
                if alive && lost.is_none() {
                    lost = Some(op);
                }
                None
            }
        },
        |value| Some(log.value(value)),
    );
    result?;
    match lost.and_then(|op| log.by_op.get(&op)) {
        Some(replacement) => {
            let message =
                format!("a handle that is read later loses its {}: nothing of that name took its place", replacement.name);
            Err(state.fail(step, message))
        }
        None => Ok(()),
    }
}
