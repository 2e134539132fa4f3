//! Reshapes between elementwise ops go away by splitting loops: mlir-opt's reshape propagation by expansion.
//!
//! An op that reads a `tensor.collapse_shape` of an elementwise result gets the loops of what was collapsed, and the collapse moves below
//! it; an elementwise op whose result only goes into a `tensor.expand_shape` computes that, and the expansion moves above it. Then the ops
//! on both sides of the reshape have the same loops, so that one can be fused into the other. It is done only where there is such an op.
//! Dimensions of size 1 get no loops: they are read at 0, see [`super::views`].
//!
//! Collapses only move down and expansions only up, past each op once, and reshapes that meet are folded, so there is an end. Only where
//! the reader must keep its loop, because it reduces in lane order, is a collapse moved up: see `merge`.

mod legality;
mod merge;
mod rewrite;

use super::NAME;
use super::reshapes::{fold, reshape_of};
use super::views::{erase_unused_views, fold_unit_reshapes};
use crate::remark::Remark;
pub use legality::{Blocker, Plan, plan_above, plan_below};
use tilec_ir::{Module, Op, OpKind};

/// Rewrites for each op that was there at the start, at most.
const MOST: usize = 4;

/// Splits loops under `root` until no reshape stands between an elementwise op and what could read it directly. Returns true if anything
/// changed.
pub(super) fn propagate(module: &mut Module, root: Op, remarks: &mut Vec<Remark>) -> bool {
    let all = module.walk(root);
    let mut left = all.len() * MOST;
    let mut work: Vec<Op> = all.into_iter().rev().filter(|&op| matches!(module.kind(op), OpKind::Reshape { .. })).collect();
    let mut changed = false;
    while let Some(reshape) = work.pop() {
        if left == 0 {
            break;
        }
        if module.is_erased(reshape) || reshape_of(module, reshape).is_none() {
            continue;
        }
        if module.is_unused(module.result(reshape)) {
            erase_unused_views(module, module.result(reshape));
            continue;
        }
        if let Some(value) = fold(module, reshape) {
            let old = module.result(reshape);
            module.replace_all_uses(old, value);
            erase_unused_views(module, old);
            work.extend(module.defining_op(value).filter(|&op| matches!(module.kind(op), OpKind::Reshape { .. })));
            changed = true;
            left -= 1;
            continue;
        }
        match plan_below(module, reshape).or_else(|| plan_above(module, reshape)) {
            Some(Ok(plan)) => {
                remarks.push(applied(module, &plan));
                let new = rewrite::split_loops(module, &plan);
                fold_unit_reshapes(module, new, remarks);
                // Expansions above come first, the reshape itself is folded with the collapse below it, then the collapses.
                let below = module.results(new).iter().flat_map(|&r| module.uses(r)).map(|u| u.op);
                let above = module.operands(new).filter_map(|v| module.defining_op(v));
                work.extend(
                    below.chain(above).filter(|&op| matches!(module.kind(op), OpKind::Reshape { .. })).collect::<Vec<_>>(),
                );
                work.push(reshape);
                changed = true;
                left -= 1;
            }
            Some(Err(Blocker::ReductionOrder { .. })) if merge::plan_merge(module, reshape).is_some() => {
                let plan = merge::plan_merge(module, reshape).expect("just planned");
                remarks.push(merged(module, &plan));
                let new = merge::merge_loops(module, &plan);
                fold_unit_reshapes(module, new, remarks);
                changed = true;
                left -= 1;
            }
            Some(Err(blocker)) => {
                let remark = missed(module, reshape, &blocker);
                if !remarks.contains(&remark) {
                    remarks.push(remark);
                }
            }
            None => {}
        }
    }
    changed
}

fn applied(module: &Module, plan: &Plan) -> Remark {
    let loops: Vec<_> =
        plan.loops.iter().map(|sizes| sizes.iter().map(|s| extent(s.extent())).collect::<Vec<_>>().join("x")).collect();
    let message = format!("loops are split so that the reshape is not in the way of fusion: {}", loops.join(", "));
    Remark::applied(NAME, module.op(plan.op).loc.clone(), message)
        .note(module.op(plan.reshape).loc.clone(), "the reshape")
        .note(module.op(plan.other).loc.clone(), "the op on its other side")
        .arg("reshape", if module.kind(plan.reshape) == (OpKind::Reshape { expand: true }) { "expand" } else { "collapse" })
}

fn merged(module: &Module, plan: &merge::Plan) -> Remark {
    let loops: Vec<_> = plan.loops().iter().map(|l| l.iter().map(|d| format!("d{d}")).collect::<Vec<_>>().join("x")).collect();
    let message = format!("loops are merged so that the reshape is not in the way of fusion: {}", loops.join(", "));
    Remark::applied(NAME, module.op(plan.op).loc.clone(), message).note(module.op(plan.reshape).loc.clone(), "the reshape")
}

fn extent(n: i64) -> String {
    if n == tilec_ir::DYNAMIC { "?".into() } else { n.to_string() }
}

fn missed(module: &Module, reshape: Op, blocker: &Blocker) -> Remark {
    let (from, to) = (module.ty(module.operand(reshape, 0)), module.ty(module.result(reshape)));
    let message = format!("the loops next to a reshape of {from} to {to} are not split: {blocker}");
    Remark::missed(NAME, blocker.name(), module.op(reshape).loc.clone(), message)
}
