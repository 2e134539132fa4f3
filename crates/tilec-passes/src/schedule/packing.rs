//! Steps that pad and pack.

use super::state::{Failure, Outcome, Size, State};
use super::structured::{applied, each};
use crate::packing::{Blocker, lower, pack as packs, pad as pads, transpose};
use tilec_ir::{Attr, Op};

impl State<'_> {
    fn pack_blocked(&self, step: Op, op: Op, blocker: &Blocker) -> Failure {
        self.blocked(step, op, blocker.name(), blocker.to_string())
    }

    fn int_attrs(&self, step: Op, name: &str) -> Vec<i64> {
        match self.script.attr(step, name) {
            Some(Attr::Array(list)) => list.iter().filter_map(Attr::as_int).collect(),
            _ => self.script.int_array(step, name).to_vec(),
        }
    }
}

/// `transform.structured.pad`: a tile of bounded size as one of constant size.
pub(super) fn pad(state: &mut State<'_>, step: Op) -> Outcome {
    let script = state.script;
    if script.attr(step, "use_prescribed_tensor_shapes").is_some() {
        return Err(state.wrong(step, "not supported: prescribed shapes; name the dimensions in padding_dimensions"));
    }
    let copy_back = match script.attr(step, "copy_back_op").and_then(Attr::as_str) {
        None | Some("bufferization.materialize_in_destination") => pads::CopyBack::Materialize,
        Some("linalg.copy") => pads::CopyBack::Copy,
        Some("none") => pads::CopyBack::None,
        Some(other) => {
            let message = format!(
                "expected a copy_back_op of none, linalg.copy or bufferization.materialize_in_destination, but found '{other}'"
            );
            return Err(state.wrong(step, message));
        }
    };
    let (loops, nofold) = (state.int_attrs(step, "padding_dimensions"), state.int_attrs(step, "nofold_flags"));
    let values = script.attr(step, "padding_values").and_then(Attr::as_array).unwrap_or(&[]).to_vec();
    let targets = state.ops_of(step, 0)?;
    let multiples = state.sizes(step, "pad_to_multiple_of", targets.len())?;
    let mut results = vec![Vec::new(); 3];
    let mut failed = None;
    for (op, multiples) in targets.into_iter().zip(multiples) {
        let multiples = match Size::constants(multiples) {
            Some(list) if list.iter().all(|n| *n > 0) && (list.is_empty() || list.len() == loops.len()) => list,
            _ => {
                return Err(state.wrong(step, "expected as many positive constants to pad to multiples of as padding_dimensions"));
            }
        };
        let request = pads::Request { loops: &loops, multiples: &multiples, values: &values, nofold: &nofold, copy_back };
        match pads::plan(state.payload, op, &request) {
            Ok(plan) => {
                applied(state, step, op);
                let name = state.name_of(op);
                let made = pads::apply(state.payload, &plan);
                state.call_it(made.op, name);
                results[0].push(made.op);
                results[1].extend(made.pads);
                results[2].extend(made.copies);
            }
            Err(blocker) => failed = failed.or(Some(state.pack_blocked(step, op, &blocker))),
        }
    }
    results.into_iter().enumerate().for_each(|(i, ops)| state.set_result(step, i, ops));
    failed.map_or(Ok(()), Err)
}

/// `transform.structured.pack`: the operands of an op, tile by tile.
pub(super) fn pack(state: &mut State<'_>, step: Op) -> Outcome {
    let op = state.one_op(step, 0)?;
    let sizes = state.sizes(step, "packed_sizes", 1)?.pop().and_then(Size::constants);
    let plan = sizes.ok_or(Blocker::OpenTiles).and_then(|sizes| packs::plan(state.payload, op, &sizes));
    let plan = plan.map_err(|b| state.pack_blocked(step, op, &b))?;
    applied(state, step, op);
    let made = packs::apply(state.payload, plan);
    state.set_result(step, 0, vec![made]);
    Ok(())
}

/// `transform.structured.pack_transpose`: another layout of what is packed.
pub(super) fn pack_transpose(state: &mut State<'_>, step: Op) -> Outcome {
    let (target, compute) = (state.one_op(step, 0)?, state.one_op(step, 1)?);
    let [outer, inner] = ["outer_perm", "inner_perm"].map(|name| state.int_attrs(step, name));
    let plan =
        transpose::plan(state.payload, target, compute, &outer, &inner).map_err(|b| state.pack_blocked(step, target, &b))?;
    applied(state, step, target);
    let made = transpose::apply(state.payload, &plan);
    state.set_result(step, 0, vec![made.compute]);
    state.set_result(step, 1, vec![made.pack]);
    state.set_result(step, 2, made.unpack.into_iter().collect());
    Ok(())
}

/// `transform.structured.lower_pack`.
pub(super) fn lower_pack(state: &mut State<'_>, step: Op) -> Outcome {
    lowered(state, step, false, |made| vec![made.pad, made.reshape, made.transpose])
}

/// `transform.structured.lower_unpack`.
pub(super) fn lower_unpack(state: &mut State<'_>, step: Op) -> Outcome {
    lowered(state, step, true, |made| vec![made.empty, made.transpose, made.reshape, made.slice])
}

fn lowered(state: &mut State<'_>, step: Op, unpack: bool, list: fn(lower::Made) -> Vec<Option<Op>>) -> Outcome {
    let mut results = vec![Vec::new(); state.script.results(step).len()];
    let work = |state: &mut State<'_>, op: Op| {
        let plan = lower::plan(state.payload, op, unpack).map_err(|b| state.pack_blocked(step, op, &b))?;
        applied(state, step, op);
        let (value, made) = lower::write(state.payload, &plan);
        state.payload.replace_op(op, &[value]);
        list(made).into_iter().zip(&mut results).for_each(|(op, all)| all.extend(op));
        Ok(Vec::new())
    };
    let outcome = each(state, step, work);
    results.into_iter().enumerate().for_each(|(i, ops)| state.set_result(step, i, ops));
    outcome
}
