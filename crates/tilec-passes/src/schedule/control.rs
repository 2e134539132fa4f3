//! Steps that run other steps.

use super::Mode;
use super::state::{Binding, Outcome, State};
use tilec_ir::{Attr, Op};

/// `transform.include`: the steps of another sequence.
pub(super) fn include(state: &mut State<'_>, step: Op) -> Outcome {
    let sequence = state.sequence(step, state.script.attr(step, "target"))?;
    let mode = match state.script.attr(step, "failure_propagation_mode").and_then(Attr::as_str) {
        Some("suppress") => Mode::Suppress,
        _ => Mode::Propagate,
    };
    let arguments = state.script.operands(step).map(|v| state.binding(v)).collect();
    for i in consumed_arguments(state, sequence) {
        if i < state.script.num_operands(step) {
            state.consume(step, i);
        }
    }
    let results = state.call(step, sequence, arguments, mode)?;
    for (i, binding) in results.into_iter().enumerate() {
        state.set(step, i, binding);
    }
    Ok(())
}

/// The arguments that a sequence says it consumes.
fn consumed_arguments(state: &State<'_>, sequence: Op) -> Vec<usize> {
    let attrs = state.script.attr(sequence, "arg_attrs").and_then(Attr::as_array).unwrap_or(&[]);
    let consumed = |attr: &Attr| matches!(attr, Attr::Dict(dict) if dict.get("transform.consumed").is_some());
    attrs.iter().enumerate().filter(|(_, attr)| consumed(attr)).map(|(i, _)| i).collect()
}

/// The entries of a binding, each for itself.
fn entries(binding: Binding) -> Vec<Binding> {
    match binding {
        Binding::Ops(ops) => ops.into_iter().map(|op| Binding::Ops(vec![op])).collect(),
        Binding::Values(values) => values.into_iter().map(|v| Binding::Values(vec![v])).collect(),
        Binding::Params(params) => params.into_iter().map(|p| Binding::Params(vec![p])).collect(),
    }
}

/// Adds the entries of one binding to another of the same kind.
pub(super) fn extend(state: &State<'_>, step: Op, to: &mut Option<Binding>, from: Binding) -> Outcome {
    match (to, from) {
        (to @ None, from) => *to = Some(from),
        (Some(Binding::Ops(all)), Binding::Ops(more)) => all.extend(more),
        (Some(Binding::Values(all)), Binding::Values(more)) => all.extend(more),
        (Some(Binding::Params(all)), Binding::Params(more)) => all.extend(more),
        _ => return Err(state.wrong(step, "expected results of one kind: ops, values or parameters")),
    }
    Ok(())
}

/// `transform.foreach`: the body once for each op of the handles, side by side.
pub(super) fn foreach(state: &mut State<'_>, step: Op) -> Outcome {
    let lists: Vec<Vec<Binding>> = state.script.operands(step).map(|v| entries(state.binding(v))).collect();
    let shortest = lists.iter().map(Vec::len).min().unwrap_or(0);
    if state.script.attr(step, "with_zip_shortest").is_none()
        && let Some(longer) = lists.iter().map(Vec::len).find(|n| *n != shortest)
    {
        return Err(state.fail(step, format!("expected handles to as many ops each, but found {shortest} and {longer}")));
    }
    consume_what_the_body_does(state, step);
    let block = state.script.entry(step);
    let mut results = vec![None; state.script.results(step).len()];
    for trip in 0..shortest {
        for (&arg, list) in state.script.block_args(block).iter().zip(&lists) {
            state.bind(arg, list[trip].clone());
        }
        state.run_block(block, Mode::Propagate)?;
        for (all, binding) in results.iter_mut().zip(state.yielded(block)?) {
            extend(state, step, all, binding)?;
        }
    }
    for (i, binding) in results.into_iter().enumerate() {
        if let Some(binding) = binding {
            state.set(step, i, binding);
        }
    }
    Ok(())
}

/// A body that consumes its argument consumes the handle that the argument is of.
fn consume_what_the_body_does(state: &mut State<'_>, step: Op) {
    let block = state.script.entry(step);
    for (i, &arg) in state.script.block_args(block).iter().enumerate() {
        if state.script.uses(arg).iter().any(|u| super::consumes(state.script, u.op, u.operand as usize)) {
            state.consume(step, i);
        }
    }
}
