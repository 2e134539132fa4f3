//! Steps on structured ops.

use super::NAME;
use super::state::{Outcome, State};
use crate::decompose::{softmax, window};
use crate::interchange as order;
use crate::remark::Remark;
use crate::specialize_generic;
use tilec_ir::{Builder, Op, OpKind, StructuredOp, Value, spelling};

/// Runs `work` on each op of the target, and makes what it gives the results: the first failure is that of the step, after all ops.
pub(super) fn each(state: &mut State<'_>, step: Op, mut work: impl FnMut(&mut State<'_>, Op) -> Outcome<Vec<Op>>) -> Outcome {
    let count = state.script.results(step).len();
    let mut results = vec![Vec::new(); count];
    let mut failed = None;
    for op in state.ops_of(step, 0)? {
        match work(state, op) {
            Ok(made) => made.into_iter().zip(&mut results).for_each(|(op, all)| all.push(op)),
            Err(failure @ super::state::Failure::Definite(_)) => return Err(failure),
            Err(failure) => failed = failed.or(Some(failure)),
        }
    }
    results.into_iter().enumerate().for_each(|(i, ops)| state.set_result(step, i, ops));
    failed.map_or(Ok(()), Err)
}

/// Notes that a step was made on an op.
pub(super) fn applied(state: &mut State<'_>, step: Op, op: Op) {
    let (name, loc) = (state.script.spelling(step).name, state.payload.op(op).loc.clone());
    let remark = Remark::applied(NAME, loc, format!("{name} on {}", state.payload.spelling(op).name));
    state.remarks.push(remark.note(state.script.op(step).loc.clone(), "as this step says"));
}

/// `transform.structured.interchange`.
pub(super) fn interchange(state: &mut State<'_>, step: Op) -> Outcome {
    let wanted = state.script.int_array(step, "iterator_interchange").to_vec();
    each(state, step, |state, op| {
        if !wanted.is_empty() {
            let plan = order::plan(state.payload, op, &wanted).map_err(|b| state.blocked(step, op, b.name(), b.to_string()))?;
            order::apply(state.payload, plan);
            applied(state, step, op);
        }
        Ok(vec![op])
    })
}

/// `transform.structured.generalize`.
pub(super) fn generalize(state: &mut State<'_>, step: Op) -> Outcome {
    each(state, step, |state, op| {
        match state.payload.kind(op) {
            OpKind::Structured(StructuredOp::Generic) => state.call_it(op, state.payload.spelling(op).name),
            OpKind::Structured(_) => {
                applied(state, step, op);
                state.payload.generalize(op);
            }
            _ => return Err(state.at_op(state.fail(step, "expected structured ops"), op)),
        }
        Ok(vec![op])
    })
}

/// `transform.structured.specialize`: a generic becomes the named op that it is.
pub(super) fn specialize(state: &mut State<'_>, step: Op) -> Outcome {
    each(state, step, |state, op| {
        match state.payload.kind(op) {
            OpKind::Structured(StructuredOp::Generic) => {
                let plan = specialize_generic::plan(state.payload, op);
                let plan = plan.map_err(|b| state.blocked(step, op, b.name(), b.to_string()))?;
                applied(state, step, op);
                specialize_generic::apply(state.payload, plan);
                let name = state.payload.spelling(op).name;
                state.call_it(op, name);
            }
            OpKind::Structured(_) => {}
            _ => return Err(state.at_op(state.fail(step, "expected structured ops"), op)),
        }
        Ok(vec![op])
    })
}

/// `transform.structured.decompose`: a window of two dimensions as one of one.
pub(super) fn decompose(state: &mut State<'_>, step: Op) -> Outcome {
    each(state, step, |state, op| {
        let plan =
            window::plan(state.payload, op, state.name_of(op)).map_err(|b| state.blocked(step, op, b.name(), b.to_string()))?;
        applied(state, step, op);
        let name = plan.name();
        let made = window::apply(state.payload, plan);
        state.call_it(made, name);
        Ok(vec![made])
    })
}

/// `transform.structured.decompose_interface`: a softmax as the four ops that it means.
pub(super) fn decompose_interface(state: &mut State<'_>, step: Op) -> Outcome {
    each(state, step, |state, op| {
        let plan = softmax::plan(state.payload, op).map_err(|b| state.blocked(step, op, b.name(), b.to_string()))?;
        applied(state, step, op);
        let value = softmax::write(state.payload, &plan);
        state.payload.replace_op(op, &[value]);
        Ok(state.payload.defining_op(value).into_iter().collect())
    })
}

/// `transform.bufferization.empty_tensor_to_alloc_tensor`.
pub(super) fn empty_to_alloc(state: &mut State<'_>, step: Op) -> Outcome {
    each(state, step, |state, op| {
        if state.payload.kind(op) != OpKind::Empty {
            return Err(state.at_op(state.fail(step, "expected empty tensors"), op));
        }
        applied(state, step, op);
        let (sizes, ty): (Vec<Value>, _) =
            (state.payload.operands(op).collect(), state.payload.ty(state.payload.result(op)).clone());
        let alloc = Builder::before(state.payload, op).op(spelling::of(OpKind::AllocTensor), &sizes, &[ty]);
        state.payload.set_segments(alloc, &[sizes.len(), 0]);
        let value = state.payload.result(alloc);
        state.payload.replace_op(op, &[value]);
        Ok(vec![alloc])
    })
}
