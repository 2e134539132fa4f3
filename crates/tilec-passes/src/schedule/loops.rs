//! Steps on loops.

use super::state::{Outcome, State};
use super::structured::{applied, each};
use crate::loops::{Blocker, forall, hoist, peel as peeling, subsets, unroll as unrolling};
use std::collections::HashMap;
use tilec_ir::{Attr, Op, OpKind};

/// `transform.loop.peel`: the loop of whole steps, and the rest.
pub(super) fn peel(state: &mut State<'_>, step: Op) -> Outcome {
    let front = state.script.attr(step, "peel_front") == Some(&Attr::Bool(true));
    each(state, step, |state, op| {
        let plan = peeling::plan(state.payload, op, front).map_err(|b| blocked(state, step, op, &b))?;
        applied(state, step, op);
        let (whole, rest) = peeling::apply(state.payload, &plan);
        Ok(vec![whole, rest])
    })
}

fn blocked(state: &State<'_>, step: Op, op: Op, blocker: &Blocker) -> super::state::Failure {
    state.blocked(step, op, blocker.name(), blocker.to_string())
}

/// `transform.loop.unroll`.
pub(super) fn unroll(state: &mut State<'_>, step: Op) -> Outcome {
    let factor = state.script.attr(step, "factor").and_then(Attr::as_int).unwrap_or(1);
    each(state, step, |state, op| {
        let plan = unrolling::plan(state.payload, op, factor).map_err(|b| blocked(state, step, op, &b))?;
        applied(state, step, op);
        unrolling::apply(state.payload, &plan);
        Ok(Vec::new())
    })
}

/// `transform.loop.forall_to_for`: a handle for each loop of the nest.
pub(super) fn forall_to_for(state: &mut State<'_>, step: Op) -> Outcome {
    let wanted = state.script.results(step).len();
    let op = state.one_op(step, 0)?;
    let plan = forall::plan(state.payload, op).map_err(|b| blocked(state, step, op, &b))?;
    if plan.rank != wanted {
        let message = format!("expected {} results, one an index of the loop, but found {wanted}", plan.rank);
        return Err(state.at_op(state.wrong(step, message), op));
    }
    applied(state, step, op);
    let nest = forall::apply(state.payload, &plan);
    nest.into_iter().enumerate().for_each(|(i, op)| state.set_result(step, i, vec![op]));
    Ok(())
}

/// `transform.apply_licm`.
pub(super) fn licm(state: &mut State<'_>, step: Op) -> Outcome {
    each(state, step, |state, op| {
        hoist::run(state.payload, op).map_err(|b| blocked(state, step, op, &b))?;
        Ok(Vec::new())
    })
}

/// `transform.structured.hoist_redundant_vector_transfers`: the same for all loops of a function, which is its result.
pub(super) fn hoist_transfers(state: &mut State<'_>, step: Op) -> Outcome {
    let targets = state.ops_of(step, 0)?;
    hoist_subsets(state, step)?;
    state.set_result(step, 0, targets);
    Ok(())
}

/// `transform.loop.hoist_loop_invariant_subsets`.
pub(super) fn hoist_subsets(state: &mut State<'_>, step: Op) -> Outcome {
    let targets = state.ops_of(step, 0)?;
    let mut became = HashMap::new();
    for op in targets {
        for inner in super::state::inner_first(state.payload, op) {
            if state.payload.kind(inner) == OpKind::For && !state.payload.is_erased(inner) {
                let (_, new) = subsets::run(state.payload, inner).map_err(|b| blocked(state, step, op, &b))?;
                became.insert(inner, new);
            }
        }
    }
    state.retarget(step, |_, op, _| Some(became.get(&op).copied().unwrap_or(op)), Some);
    Ok(())
}
