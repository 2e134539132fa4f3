//! Fewer operands and results of a generic: repeated and unused inputs go, splat constants become scalars of the payload, results that
//! nothing uses go with what only they compute; unless the extent of a loop is known from them alone.

use super::NAME;
use crate::mutation::{Mutation, is_on};
use crate::remark::Remark;
use std::collections::{HashMap, HashSet};
use tilec_ir::{AffineExpr, AffineMap, Attr, Builder, Module, Op, OpKind, StructuredOp, Value};

/// What can become of an input.
enum Action {
    /// Every read gives this scalar constant.
    Constant(tilec_ir::Scalar),
    /// It is the same as an earlier input.
    SameAs(usize),
    /// Nothing reads it.
    Unused,
}

/// Drops what a generic on tensors does not need; with `scalars`, inputs that are splat constants, too, which is done last: until then a loop
/// may have its extent from them. Returns true if anything changed; another op may stand there then.
pub(super) fn simplify(module: &mut Module, op: Op, scalars: bool, remarks: &mut Vec<Remark>) -> bool {
    let is_generic = module.kind(op) == OpKind::Structured(StructuredOp::Generic);
    if !is_generic || !module.structured(op).is_some_and(|s| s.on_tensors()) {
        return false;
    }
    let pruned = drop_results(module, op, remarks);
    drop_inputs(module, pruned.unwrap_or(op), scalars, remarks) || pruned.is_some()
}

/// Drops inputs of a generic on tensors that are read twice, or not at all. True if there were any.
pub(crate) fn drop_unnecessary_inputs(module: &mut Module, op: Op, remarks: &mut Vec<Remark>) -> bool {
    let is_generic = module.kind(op) == OpKind::Structured(StructuredOp::Generic);
    is_generic && module.structured(op).is_some_and(|s| s.on_tensors()) && drop_inputs(module, op, false, remarks)
}

/// For each loop, how many of the maps have it as a plain dimension.
struct Bounds(Vec<usize>);

impl Bounds {
    fn new(loops: usize, maps: &[AffineMap]) -> Self {
        let mut bounds = Self(vec![0; loops]);
        maps.iter().flat_map(dims).for_each(|d| bounds.0[d] += 1);
        bounds
    }

    /// Takes a map away, unless a loop has its extent from it alone.
    fn remove(&mut self, map: &AffineMap) -> bool {
        dims(map).for_each(|d| self.0[d] -= 1);
        let known = dims(map).all(|d| self.0[d] > 0) || is_on(Mutation::DropBound);
        if !known {
            dims(map).for_each(|d| self.0[d] += 1);
        }
        known
    }
}

fn dims(map: &AffineMap) -> impl Iterator<Item = usize> + '_ {
    map.results.iter().filter_map(AffineExpr::as_dim)
}

fn drop_inputs(module: &mut Module, op: Op, scalars: bool, remarks: &mut Vec<Remark>) -> bool {
    let actions = find_actions(module, op, scalars);
    if actions.is_empty() {
        return false;
    }
    let args = module.block_args(module.entry(op)).to_vec();
    for (i, action) in &actions {
        let replacement = match action {
            Action::Constant(value) => {
                let message = format!("input {i} is a splat constant, now in the payload");
                remarks.push(Remark::applied(NAME, module.op(op).loc.clone(), message));
                Some(Builder::before(module, op).scalar(*value))
            }
            Action::SameAs(earlier) => Some(args[*earlier]),
            Action::Unused => None,
        };
        if let Some(value) = replacement {
            module.replace_all_uses(args[*i], value);
        }
    }
    let gone: HashSet<usize> = actions.into_iter().map(|(i, _)| i).collect();
    remove_inputs(module, op, &gone);
    true
}

/// Takes inputs away whose block arguments are unused.
pub(super) fn remove_inputs(module: &mut Module, op: Op, gone: &HashSet<usize>) {
    let view = module.structured(op).expect("a structured op");
    let (maps, block) = (view.maps(), view.body());
    let segments = [view.num_inputs() - gone.len(), view.num_outputs()];
    let stays = |i: &usize| !gone.contains(i);
    let operands: Vec<_> = module.operands(op).enumerate().filter(|(i, _)| stays(i)).map(|(_, v)| v).collect();
    let maps = Attr::maps(maps.into_iter().enumerate().filter(|(i, _)| stays(i)).map(|(_, m)| m));
    module.set_operands(op, &operands, &segments);
    module.retain_block_args(block, |i| stays(&i));
    module.set_attr(op, "indexing_maps", maps);
}

fn find_actions(module: &Module, op: Op, scalars: bool) -> Vec<(usize, Action)> {
    let view = module.structured(op).expect("a structured op");
    let (maps, args) = (view.maps(), view.body_args());
    let mut bounds = Bounds::new(view.iterators().len(), &maps);
    let mut first: HashMap<(Value, &AffineMap), usize> = HashMap::new();
    let mut actions = Vec::new();
    for i in 0..view.num_inputs() {
        let value = module.operand(op, i);
        let elsewhere = || first.iter().find(|((v, _), _)| *v == value && is_on(Mutation::MergeReads)).map(|(_, at)| at);
        let action = if let Some(&earlier) = first.get(&(value, &maps[i])).or_else(elsewhere) {
            Some(Action::SameAs(earlier))
        } else if !view.is_read(args[i]) {
            Some(Action::Unused)
        } else if let (true, Some(Attr::Dense(dense))) = (scalars, module.constant(value)) {
            dense.splat().map(Action::Constant)
        } else {
            None
        };
        match action {
            Some(action) if bounds.remove(&maps[i]) => actions.push((i, action)),
            _ => {
                first.entry((value, &maps[i])).or_insert(i);
            }
        }
    }
    actions
}

/// Replaces the op by one without the results that nothing uses, if the payload is pure and no other result needs their inits.
fn drop_results(module: &mut Module, op: Op, remarks: &mut Vec<Remark>) -> Option<Op> {
    let used: Vec<bool> = module.results(op).iter().map(|&r| !module.is_unused(r)).collect();
    if used.iter().all(|u| *u) || !used.contains(&true) || !crate::analysis::effects::body_is_pure(module, op) {
        return None;
    }
    let live = if is_on(Mutation::DropReadResult) { used } else { live_outputs(module, op, used) };
    let view = module.structured(op).expect("a structured op");
    let (maps, inputs) = (view.maps(), view.num_inputs());
    let mut bounds = Bounds::new(view.iterators().len(), &maps);
    let stays: Vec<bool> = (0..live.len()).map(|o| live[o] || !bounds.remove(&maps[inputs + o])).collect();
    let gone = stays.iter().filter(|s| !**s).count();
    if gone == 0 {
        return None;
    }
    let message = format!("drops {gone} result{} that nothing uses", if gone == 1 { "" } else { "s" });
    remarks.push(Remark::applied(NAME, module.op(op).loc.clone(), message));
    Some(keep_outputs(module, op, &stays))
}

/// The outputs whose values some used result depends on: an init that is read by what is live makes its own output live.
fn live_outputs(module: &Module, op: Op, mut live: Vec<bool>) -> Vec<bool> {
    let view = module.structured(op).expect("a structured op");
    let (yields, args, inputs) = (view.yields(), view.body_args(), view.num_inputs());
    let output_of: HashMap<Value, usize> = args[inputs..].iter().enumerate().map(|(o, &a)| (a, o)).collect();
    let mut work: Vec<Value> = (0..live.len()).filter(|&o| live[o]).map(|o| yields[o]).collect();
    // What stops the program is computed for its own sake.
    let asserts = module.block_ops(view.body()).filter(|&o| module.kind(o) == OpKind::Assert);
    work.extend(asserts.flat_map(|o| module.operands(o).collect::<Vec<_>>()));
    let mut seen = HashSet::new();
    while let Some(value) = work.pop() {
        if let Some(&o) = output_of.get(&value)
            && !std::mem::replace(&mut live[o], true)
        {
            work.push(yields[o]);
        }
        if let Some(inner) = module.defining_op(value)
            && module.parent_block(inner) == Some(view.body())
            && seen.insert(inner)
        {
            work.extend(module.walk(inner).into_iter().flat_map(|o| module.operands(o).collect::<Vec<_>>()));
        }
    }
    live
}

/// The same op with only these outputs.
fn keep_outputs(module: &mut Module, op: Op, stays: &[bool]) -> Op {
    let view = module.structured(op).expect("a structured op");
    let (inputs, outputs, iterators, mut maps) = (view.inputs(), view.outputs(), view.iterators(), view.maps());
    let (old, yields) = (view.body(), view.yields());
    let kept: Vec<usize> = (0..outputs.len()).filter(|&o| stays[o]).collect();
    let new_outputs: Vec<_> = kept.iter().map(|&o| outputs[o]).collect();
    let output_maps = maps.split_off(inputs.len());
    maps.extend(kept.iter().map(|&o| output_maps[o].clone()));
    let extra = module.op(op).extra.clone();
    let new = Builder::before(module, op).generic(&inputs, &new_outputs, maps, &iterators);
    module.op_mut(new).extra = extra;
    let (from, to) = (module.block_args(old).to_vec(), module.block_args(module.entry(new)).to_vec());
    let old_args = (0..inputs.len()).chain(kept.iter().map(|&o| inputs.len() + o));
    old_args.zip(to).for_each(|(i, arg)| module.replace_all_uses(from[i], arg));
    let body = module.entry(new);
    let yielded: Vec<Value> = {
        let now = module.structured(op).expect("a structured op").yields();
        debug_assert_eq!(now.len(), yields.len());
        kept.iter().map(|&o| now[o]).collect()
    };
    for inner in module.block_ops(old).collect::<Vec<_>>() {
        if module.kind(inner) != OpKind::Yield {
            module.detach(inner);
            module.append_op(body, inner);
        }
    }
    let loc = module.op(new).loc.clone();
    Builder::at_end(module, body, loc).yield_values("linalg", &yielded);
    let results = module.results(op).to_vec();
    for (n, &o) in kept.iter().enumerate() {
        let result = module.results(new)[n];
        module.replace_all_uses(results[o], result);
    }
    // What only the dropped results needed may still read their inits' arguments; the old op goes last, when nothing does.
    let dead = module.block_ops(body).collect::<Vec<_>>();
    for inner in dead.into_iter().rev() {
        let unused = module.results(inner).iter().all(|&r| module.is_unused(r));
        if unused && crate::analysis::effects::is_removable(module, inner) && module.kind(inner) != OpKind::Yield {
            module.erase(inner);
        }
    }
    module.erase(op);
    new
}
