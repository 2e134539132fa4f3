//! The last step of some schedules: what is small enough becomes vectors.

use super::apply::{all_ops, canonicalize, peel};
use super::schedule::Step;
use crate::coverage::Coverage;
use tilec_ir::{Module, Op, OpKind};
use tilec_passes::loops;
use tilec_passes::vectorize::structured::{plan, rewrite};

/// Inner ops first.
fn ops(module: &Module, kind: impl Fn(OpKind) -> bool) -> Vec<Op> {
    all_ops(module).into_iter().rev().filter(|&op| kind(module.kind(op))).collect()
}

/// Makes vectors of all ops that can be, in loops that are peeled first for two steps of three; then carries them through loops.
pub(super) fn vectorize(module: &mut Module, step: &Step, coverage: &mut Coverage) {
    canonicalize(module);
    if !step.at.is_multiple_of(3) {
        let loops: Vec<Op> = all_ops(module).into_iter().filter(|&op| module.kind(op) == OpKind::For).collect();
        peel(module, &loops, coverage);
        canonicalize(module);
    }
    for op in ops(module, |k| matches!(k, OpKind::Structured(_))) {
        match plan(module, op, &[]) {
            Ok(plan) => {
                rewrite(module, &plan);
                coverage.add("ops in vectors");
            }
            Err(blocker) => coverage.add(format!("vector blocker {}", blocker.name())),
        }
    }
    if step.at.is_multiple_of(2) {
        canonicalize(module);
    }
    for op in ops(module, |k| k == OpKind::For) {
        let (carried, _) = loops::subsets::run(module, op).expect("a loop");
        coverage.add_many("parts carried", carried as u64);
    }
    canonicalize(module);
}
