//! Steps that make vectors of structured ops.

use super::NAME;
use super::state::{Outcome, Size, State, inner_first};
use super::structured::{applied, each};
use crate::canonicalize;
use crate::remark::Remark;
use crate::vectorize::structured::{Blocker, plan, rewrite};
use tilec_ir::{Op, OpKind};

/// Refuses what is asked of mlir-opt's vectorizer and not had here.
fn check_options(state: &State<'_>, step: Op, refused: &[&str]) -> Outcome {
    match refused.iter().find(|name| state.script.attr(step, name).is_some()) {
        Some(name) => Err(state.wrong(step, format!("not supported: {name}"))),
        None => Ok(()),
    }
}

fn note(state: &mut State<'_>, op: Op, blocker: &Blocker) {
    let mut remark = Remark::missed(NAME, blocker.name(), state.payload.op(op).loc.clone(), format!("no vectors: {blocker}"));
    for op in blocker.ops() {
        remark = remark.note(state.payload.op(op).loc.clone(), state.payload.spelling(op).name);
    }
    state.remarks.push(remark);
}

/// `transform.structured.vectorize`: each target, which must be of constant size; `vector_sizes` must be that size.
pub(super) fn vectorize(state: &mut State<'_>, step: Op) -> Outcome {
    check_options(state, step, &["vectorize_nd_extract", "assume_dynamic_dims_match_vec_sizes", "create_named_contraction"])?;
    let count = state.ops_of(step, 0)?.len();
    let mut lists = state.sizes(step, "vector_sizes", count)?.into_iter();
    each(state, step, |state, op| {
        let Some(sizes) = Size::constants(lists.next().unwrap_or_default()) else {
            return Err(state.wrong(step, "expected constant vector sizes"));
        };
        let plan = plan(state.payload, op, &sizes).map_err(|b| state.blocked(step, op, b.name(), b.to_string()))?;
        applied(state, step, op);
        rewrite(state.payload, &plan);
        Ok(Vec::new())
    })
}

/// `transform.structured.vectorize_children_and_apply_patterns`: what can be of what is inside, and the folds of transfers.
pub(super) fn vectorize_children(state: &mut State<'_>, step: Op) -> Outcome {
    let refused =
        ["vectorize_padding", "vectorize_nd_extract", "flatten_1d_depthwise_conv", "fold_type_extensions_into_contract"];
    check_options(state, step, &refused)?;
    each(state, step, |state, op| {
        for inner in inner_first(state.payload, op) {
            if inner == op || !matches!(state.payload.kind(inner), OpKind::Structured(_)) {
                continue;
            }
            match plan(state.payload, inner, &[]) {
                Ok(plan) => {
                    applied(state, step, inner);
                    rewrite(state.payload, &plan);
                }
                Err(blocker) => note(state, inner, &blocker),
            }
        }
        canonicalize::fold_transfers(state.payload, op);
        Ok(vec![op])
    })
}
