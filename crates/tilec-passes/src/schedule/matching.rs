//! Steps that find ops: by what they are, or by sequences that test them.

use super::Mode;
use super::control::extend;
use super::state::{Binding, Failure, Outcome, State, inner_first, is_live};
use tilec_ir::{Attr, Module, Op, OpKind, Type};

/// What `structured.match` looks for.
struct Wanted<'s> {
    names: Option<Vec<&'s str>>,
    interface: Option<&'s str>,
    attrs: Vec<(&'s str, &'s Attr)>,
    result: Option<&'s Type>,
    operands: Option<Vec<&'s Type>>,
}

impl<'s> Wanted<'s> {
    fn of(script: &'s Module, step: Op) -> Self {
        let list = |name: &str| script.attr(step, name).and_then(Attr::as_array);
        let ty = |attr: &'s Attr| if let Attr::Type(ty) = attr { Some(ty) } else { None };
        let attrs = match script.attr(step, "op_attrs") {
            Some(Attr::Dict(dict)) => dict.iter().collect(),
            _ => Vec::new(),
        };
        Self {
            names: list("ops").map(|names| names.iter().filter_map(Attr::as_str).collect()),
            interface: script.attr(step, "interface").and_then(Attr::as_str),
            attrs,
            result: script.attr(step, "filter_result_type").and_then(ty),
            operands: list("filter_operand_types").map(|types| types.iter().filter_map(ty).collect()),
        }
    }

    fn fits(&self, state: &State<'_>, op: Op) -> bool {
        let payload = &*state.payload;
        let data = payload.op(op);
        let operand_types = || payload.operands(op).map(|v| payload.ty(v));
        self.names.as_ref().is_none_or(|names| names.contains(&state.name_of(op)))
            && self.interface.is_none_or(|interface| has_interface(payload, op, interface))
            && self.attrs.iter().all(|(name, value)| {
                let found = data.attrs.get(name).or_else(|| data.extra.get(name));
                found == Some(value) || found.is_some_and(|f| *f == value.with_iterator_names())
            })
            && self.result.is_none_or(|ty| matches!(*payload.results(op), [result] if payload.ty(result) == ty))
            && self.operands.as_ref().is_none_or(|types| match types[..] {
                // One type is that of every operand.
                [ty] => operand_types().all(|t| t == ty),
                _ => types.len() == payload.num_operands(op) && operand_types().zip(types).all(|(a, b)| a == *b),
            })
    }
}

/// True for the ops that implement one of MLIR's interfaces.
fn has_interface(payload: &Module, op: Op, interface: &str) -> bool {
    let structured = matches!(payload.kind(op), OpKind::Structured(_));
    match interface {
        "LinalgOp" => structured,
        "TilingInterface" => structured || matches!(payload.kind(op), OpKind::Softmax | OpKind::Pack { .. } | OpKind::Pad),
        "LoopLikeInterface" => {
            matches!(payload.kind(op), OpKind::For | OpKind::While | OpKind::Forall | OpKind::Parallel | OpKind::AffineFor)
        }
        _ => false,
    }
}

/// `transform.structured.match`: the ops inside of one op that are as asked, inner ones first.
pub(super) fn structured_match(state: &mut State<'_>, step: Op) -> Outcome {
    let root = state.one_op(step, 0)?;
    let wanted = Wanted::of(state.script, step);
    let mut found = inner_first(state.payload, root);
    found.retain(|&op| wanted.fits(state, op));
    let Some(&result) = state.script.results(step).first() else { return Ok(()) };
    let ty = state.script.ty(result).to_string();
    if let Some(name) = ty.strip_prefix("!transform.op<\"").and_then(|t| t.strip_suffix("\">"))
        && let Some(&other) = found.iter().find(|&&op| state.name_of(op) != name)
    {
        return Err(state.at_op(state.fail(step, format!("expected {name}, the type of the result")), other));
    }
    state.set_result(step, 0, found);
    Ok(())
}

/// `transform.match.operation_name`: fails unless the op is one of these.
pub(super) fn operation_name(state: &mut State<'_>, step: Op) -> Outcome {
    let op = state.one_op(step, 0)?;
    let name = state.name_of(op);
    let names = state.script.attr(step, "op_names").and_then(Attr::as_array).unwrap_or(&[]);
    if names.iter().any(|n| n.as_str() == Some(name)) { Ok(()) } else { Err(state.fail(step, format!("the op is {name}"))) }
}

/// Runs a matcher on arguments; a failure that can be silenced is no match.
fn matches(state: &mut State<'_>, step: Op, matcher: Op, arguments: Vec<Binding>) -> Outcome<Option<Vec<Binding>>> {
    match state.call(step, matcher, arguments, Mode::Propagate) {
        Ok(yielded) => Ok(Some(yielded)),
        Err(Failure::Silenceable(_)) => Ok(None),
        Err(definite) => Err(definite),
    }
}

/// `transform.collect_matching`: what a sequence yields for each op inside for which it does not fail.
pub(super) fn collect_matching(state: &mut State<'_>, step: Op) -> Outcome {
    let matcher = state.sequence(step, state.script.attr(step, "matcher"))?;
    let mut results = vec![None; state.script.results(step).len()];
    for root in state.ops_of(step, 0)? {
        for op in inner_first(state.payload, root) {
            let Some(yielded) = matches(state, step, matcher, vec![Binding::Ops(vec![op])])? else { continue };
            for (all, binding) in results.iter_mut().zip(yielded) {
                extend(state, step, all, binding)?;
            }
        }
    }
    for (i, binding) in results.into_iter().enumerate() {
        if let Some(binding) = binding {
            state.set(step, i, binding);
        }
    }
    Ok(())
}

/// The matchers of a `foreach_match` with their actions.
fn pairs(state: &State<'_>, step: Op) -> Outcome<Vec<(Op, Op)>> {
    let names = |attr: &str| state.script.attr(step, attr).and_then(Attr::as_array).unwrap_or(&[]);
    let pairs = names("matchers").iter().zip(names("actions"));
    pairs.map(|(m, a)| Ok((state.sequence(step, Some(m))?, state.sequence(step, Some(a))?))).collect()
}

/// `transform.foreach_match`: for each op inside, the action of the first matcher that does not fail.
pub(super) fn foreach_match(state: &mut State<'_>, step: Op) -> Outcome {
    let pairs = pairs(state, step)?;
    let roots = state.ops_of(step, 0)?;
    let restricted = state.script.attr(step, "restrict_root").is_some();
    let forwarded: Vec<Binding> = state.script.operands(step).skip(1).map(|v| state.binding(v)).collect();
    let mut results = vec![None; state.script.results(step).len().saturating_sub(1)];
    for &root in &roots {
        let candidates = if restricted { vec![root] } else { inner_first(state.payload, root) };
        for op in candidates {
            if !is_live(state.payload, op) || (op == root && !restricted) {
                continue;
            }
            for binding in first_match(state, step, &pairs, op, &forwarded)?.into_iter().zip(&mut results) {
                extend(state, step, binding.1, binding.0)?;
            }
        }
    }
    state.set_result(step, 0, roots);
    for (i, binding) in results.into_iter().enumerate() {
        if let Some(binding) = binding {
            state.set(step, i + 1, binding);
        }
    }
    Ok(())
}

/// What the action yields of the first matcher that takes the op; nothing if none does.
fn first_match(state: &mut State<'_>, step: Op, pairs: &[(Op, Op)], op: Op, forwarded: &[Binding]) -> Outcome<Vec<Binding>> {
    for &(matcher, action) in pairs {
        let arguments = std::iter::once(Binding::Ops(vec![op])).chain(forwarded.iter().cloned()).collect();
        if let Some(yielded) = matches(state, step, matcher, arguments)? {
            return state.call(step, action, yielded, Mode::Propagate);
        }
    }
    Ok(Vec::new())
}
