//! Steps that go from handles to others, and those that say something of what handles point to.

use super::NAME;
use super::state::{Binding, Outcome, State, is_script};
use crate::remark::{Remark, Verdict};
use std::collections::HashSet;
use tilec_ir::print::op_text;
use tilec_ir::spelling::Form;
use tilec_ir::{Attr, Loc, Op, OpKind, ScalarType, Value};

fn flag(state: &State<'_>, step: Op, name: &str) -> bool {
    state.script.attr(step, name) == Some(&Attr::Unit)
}

fn int(state: &State<'_>, step: Op, name: &str) -> Option<i64> {
    state.script.attr(step, name).and_then(Attr::as_int)
}

/// `transform.split_handle`: a handle for each op.
pub(super) fn split_handle(state: &mut State<'_>, step: Op) -> Outcome {
    let results = state.script.results(step).len();
    let binding = state.binding(state.script.operand(step, 0));
    let (found, is_off) = (count(&binding), |name: &str| state.script.attr(step, name) == Some(&Attr::Bool(false)));
    let overflow = int(state, step, "overflow_result").and_then(|i| usize::try_from(i).ok());
    let (through_empty, too_small_is_fine) = (!is_off("pass_through_empty_handle"), is_off("fail_on_payload_too_small"));
    let too_many = found > results && overflow.is_none();
    let too_few = found < results && !too_small_is_fine && !(found == 0 && through_empty);
    if too_many || too_few {
        let message = format!("expected {results} ops, one a result, but the handle points to {found}");
        return Err(state.fail(step, message));
    }
    let over = found.saturating_sub(results);
    let mut at = 0;
    for i in 0..results {
        let take = if Some(i) == overflow { 1 + over } else { 1 };
        let take = take.min(found - at);
        state.set(step, i, part(&binding, at..at + take));
        at += take;
    }
    Ok(())
}

fn count(binding: &Binding) -> usize {
    match binding {
        Binding::Ops(ops) => ops.len(),
        Binding::Values(values) => values.len(),
        Binding::Params(params) => params.len(),
    }
}

fn part(binding: &Binding, range: std::ops::Range<usize>) -> Binding {
    match binding {
        Binding::Ops(ops) => Binding::Ops(ops[range].to_vec()),
        Binding::Values(values) => Binding::Values(values[range].to_vec()),
        Binding::Params(params) => Binding::Params(params[range].to_vec()),
    }
}

/// `transform.merge_handles`: one after the other.
pub(super) fn merge_handles(state: &mut State<'_>, step: Op) -> Outcome {
    let mut all = None;
    for value in state.script.operands(step).collect::<Vec<_>>() {
        let binding = state.binding(value);
        super::control::extend(state, step, &mut all, binding)?;
    }
    let Some(mut all) = all else { return Ok(()) };
    if flag(state, step, "deduplicate") {
        match &mut all {
            Binding::Ops(ops) => keep_first(ops),
            Binding::Values(values) => keep_first(values),
            Binding::Params(params) => keep_first(params),
        }
    }
    state.set(step, 0, all);
    Ok(())
}

fn keep_first<T: Clone + Eq + std::hash::Hash>(list: &mut Vec<T>) {
    let mut seen = HashSet::new();
    list.retain(|item| seen.insert(item.clone()));
}

/// `transform.get_parent_op`: the nearest op around that is as asked, or the n-th such.
pub(super) fn get_parent_op(state: &mut State<'_>, step: Op) -> Outcome {
    let name = state.script.attr(step, "op_name").and_then(Attr::as_str);
    let (isolated, may_miss) = (flag(state, step, "isolated_from_above"), flag(state, step, "allow_empty_results"));
    let nth = int(state, step, "nth_parent").and_then(|n| usize::try_from(n).ok()).unwrap_or(1);
    let mut found = Vec::new();
    for op in state.ops_of(step, 0)? {
        let payload = &*state.payload;
        let mut around = std::iter::successors(payload.parent_op(op), |&o| payload.parent_op(o)).filter(|&o| {
            let row = payload.spelling(o);
            name.is_none_or(|n| n == row.name) && (!isolated || matches!(row.form, Form::Func | Form::Module))
        });
        match around.nth(nth - 1) {
            Some(parent) => found.push(parent),
            None if may_miss => return Ok(()),
            None => return Err(state.at_op(state.fail(step, "there is no such op around"), op)),
        }
    }
    if flag(state, step, "deduplicate") {
        keep_first(&mut found);
    }
    state.set_result(step, 0, found);
    Ok(())
}

/// `transform.get_producer_of_operand`: the op that computes operand n.
pub(super) fn get_producer_of_operand(state: &mut State<'_>, step: Op) -> Outcome {
    let n = int(state, step, "operand_number").and_then(|n| usize::try_from(n).ok()).unwrap_or(usize::MAX);
    let mut found = Vec::new();
    for op in state.ops_of(step, 0)? {
        let count = state.payload.num_operands(op);
        if n >= count {
            return Err(state.at_op(state.fail(step, format!("there is no operand {n}: the op has {count}")), op));
        }
        match state.payload.defining_op(state.payload.operand(op, n)) {
            Some(producer) => found.push(producer),
            None => return Err(state.at_op(state.fail(step, format!("no op computes operand {n}")), op)),
        }
    }
    state.set_result(step, 0, found);
    Ok(())
}

/// `transform.get_consumers_of_result`: the ops that use result n.
pub(super) fn get_consumers_of_result(state: &mut State<'_>, step: Op) -> Outcome {
    let n = int(state, step, "result_number").and_then(|n| usize::try_from(n).ok()).unwrap_or(usize::MAX);
    let ops = state.ops_of(step, 0)?;
    if ops.is_empty() {
        state.set_result(step, 0, Vec::new());
        return Ok(());
    }
    let op = state.one_op(step, 0)?;
    let Some(&result) = state.payload.results(op).get(n) else {
        let count = state.payload.results(op).len();
        return Err(state.at_op(state.fail(step, format!("there is no result {n}: the op has {count}")), op));
    };
    let mut users: Vec<_> = state.payload.uses(result).iter().map(|u| u.op).collect();
    // The newest use comes first in MLIR; here the order is that of the program.
    let order = super::state::inner_first(state.payload, state.payload.top());
    users.sort_by_key(|user| order.iter().position(|op| op == user));
    users.dedup();
    state.set_result(step, 0, users);
    Ok(())
}

/// `transform.get_defining_op`: the ops that values are results of.
pub(super) fn get_defining_op(state: &mut State<'_>, step: Op) -> Outcome {
    let mut found = Vec::new();
    for value in state.values_of(step, 0)? {
        match state.payload.defining_op(value) {
            Some(op) => found.push(op),
            None => {
                let loc = state.payload.value_loc(value).clone();
                return Err(state.fail(step, "no op computes this value").note(loc, "the argument of a block"));
            }
        }
    }
    state.set_result(step, 0, found);
    Ok(())
}

/// `transform.get_result`: results by position.
pub(super) fn get_result(state: &mut State<'_>, step: Op) -> Outcome {
    picked(state, step, |state, op| state.payload.results(op).to_vec())
}

/// `transform.get_operand`: operands by position.
pub(super) fn get_operand(state: &mut State<'_>, step: Op) -> Outcome {
    picked(state, step, |state, op| state.payload.operands(op).collect())
}

fn picked(state: &mut State<'_>, step: Op, all: fn(&State<'_>, Op) -> Vec<Value>) -> Outcome {
    let mut found = Vec::new();
    for op in state.ops_of(step, 0)? {
        let values = all(state, op);
        let positions = match positions(state, step, values.len()) {
            Ok(positions) => positions,
            Err(i) => {
                let message = format!("there is no position {i}: the op has {}", values.len());
                return Err(state.at_op(state.fail(step, message), op));
            }
        };
        found.extend(positions.into_iter().map(|i| values[i]));
    }
    state.set(step, 0, Binding::Values(found));
    Ok(())
}

/// The positions that a step asks for among `count`; the first that is outside, if there is one.
fn positions(state: &State<'_>, step: Op, count: usize) -> Result<Vec<usize>, i64> {
    if flag(state, step, "is_all") {
        return Ok((0..count).collect());
    }
    let end = i64::try_from(count).unwrap_or(i64::MAX);
    let place = |&i: &i64| {
        let at = if i < 0 { i + end } else { i };
        usize::try_from(at).ok().filter(|at| *at < count).ok_or(i)
    };
    let listed = state.script.int_array(step, "raw_position_list").iter().map(place).collect::<Result<Vec<_>, _>>()?;
    let inverted = flag(state, step, "is_inverted");
    Ok(if inverted { (0..count).filter(|i| !listed.contains(i)).collect() } else { listed })
}

/// `transform.cast`: the same handle, under another type.
pub(super) fn cast(state: &mut State<'_>, step: Op) -> Outcome {
    let binding = state.binding(state.script.operand(step, 0));
    let ty = state.script.ty(state.script.result(step)).to_string();
    if let Some(name) = ty.strip_prefix("!transform.op<\"").and_then(|t| t.strip_suffix("\">"))
        && let Binding::Ops(ops) = &binding
        && let Some(&other) = ops.iter().find(|&&op| state.payload.spelling(op).name != name)
    {
        return Err(state.at_op(state.fail(step, format!("expected {name}")), other));
    }
    state.set(step, 0, binding);
    Ok(())
}

/// `transform.num_associations`: how many a handle points to.
pub(super) fn num_associations(state: &mut State<'_>, step: Op) -> Outcome {
    let number = i64::try_from(count(&state.binding(state.script.operand(step, 0)))).unwrap_or(i64::MAX);
    state.set(step, 0, Binding::Params(vec![Attr::Int(number, ScalarType::Int(64))]));
    Ok(())
}

/// `transform.param.constant`.
pub(super) fn param_constant(state: &mut State<'_>, step: Op) -> Outcome {
    let value = state.script.attr(step, "value").cloned();
    state.set(step, 0, Binding::Params(value.into_iter().collect()));
    Ok(())
}

/// `transform.annotate`: sets an attribute of each op.
pub(super) fn annotate(state: &mut State<'_>, step: Op) -> Outcome {
    let name = state.script.attr(step, "name").and_then(Attr::as_str).unwrap_or_default();
    let value = match state.script.num_operands(step) {
        0 | 1 => Attr::Unit,
        _ => match <[Attr; 1]>::try_from(state.params_of(step, 1)?) {
            Ok([value]) => value,
            Err(params) => return Err(state.wrong(step, format!("expected one parameter, but found {}", params.len()))),
        },
    };
    for op in state.ops_of(step, 0)? {
        let own =
            state.payload.spelling(op).attrs.contains(&name) || !name.contains('.') && state.payload.kind(op) == OpKind::Module;
        // What a dialect means by an attribute is not for a script to change.
        let meant = ["linalg.", "bufferization.", "tilec."].iter().any(|dialect| name.starts_with(dialect));
        if name.is_empty() || own || meant {
            return Err(
                state.at_op(state.fail(step, format!("attribute '{name}' has a meaning of its own and cannot be set")), op)
            );
        }
        state.payload.op_mut(op).extra.set(name, value.clone());
    }
    Ok(())
}

/// `transform.print`: the ops as text, for whoever runs the schedule to show.
pub(super) fn print(state: &mut State<'_>, step: Op) -> Outcome {
    let title = state.script.attr(step, "name").and_then(Attr::as_str);
    let ops = match state.script.num_operands(step) {
        0 => vec![state.payload.top()],
        _ => state.ops_of(step, 0)?,
    };
    let skip = flag(state, step, "skip_regions");
    let mut text = format!("[[[ IR printer: {}]]]", title.map_or(String::new(), |t| format!("{t} ")));
    for op in ops.into_iter().filter(|&op| !is_script(state.payload, op)) {
        text.push('\n');
        text.push_str(&op_text(state.payload, op, skip));
    }
    said(state, Loc::Unknown, text);
    Ok(())
}

/// `transform.debug.emit_remark_at`: a message at each op.
pub(super) fn emit_remark_at(state: &mut State<'_>, step: Op) -> Outcome {
    let message = state.script.attr(step, "message").and_then(Attr::as_str).unwrap_or_default();
    let locs: Vec<Loc> = match state.binding(state.script.operand(step, 0)) {
        Binding::Ops(ops) => ops.into_iter().map(|op| state.payload.op(op).loc.clone()).collect(),
        Binding::Values(values) => values.into_iter().map(|v| state.payload.value_loc(v).clone()).collect(),
        Binding::Params(_) => return Err(state.wrong(step, "expected ops or values, but found parameters")),
    };
    locs.into_iter().for_each(|loc| said(state, loc, message.to_owned()));
    Ok(())
}

fn said(state: &mut State<'_>, loc: Loc, message: String) {
    state.remarks.push(Remark { verdict: Verdict::Said, ..Remark::applied(NAME, loc, message) });
}
