//! Builds the fused op of a group.

use super::group::{Fate, From, Group, Member};
use crate::mutation::{Mutation, is_on};
use std::collections::{HashMap, HashSet};
use tilec_ir::{AffineExpr, AffineMap, Attr, Block, Builder, Loc, Module, Op, OpKind, Value};

/// Makes one op of the group in the root's place. Operands: what the root reads, in order, each producer replaced by what it reads itself;
/// then the inits of kept results and the root's. Results: kept ones, then the root's. The body has the producers' bodies before those of
/// their readers.
pub(super) fn fuse(module: &mut Module, group: &Group) -> Op {
    let Order { inputs, maps, members, arg_of } = order(group);
    let root = module.structured(group.root).expect("a structured op");
    let (iterators, root_inputs) = (root.iterators(), root.num_inputs());
    let (root_maps, root_outputs) = (root.maps(), root.outputs());
    let kept = kept_results(module, group);
    let mut maps = maps;
    let mut outputs = Vec::new();
    for &(member, result) in &kept {
        let Member { op, loops, .. } = &group.members[member];
        let view = module.structured(*op).expect("a structured op");
        outputs.push(view.outputs()[result]);
        maps.push(view.maps()[view.num_inputs() + result].compose(loops));
    }
    outputs.extend(root_outputs);
    maps.extend(root_maps[root_inputs..].iter().cloned());

    let mut sources: Vec<Op> = group.members.iter().map(|m| m.op).collect();
    sources.sort_by_key(|&op| if module.parent_block(op) == module.parent_block(group.root) { module.position(op) } else { 0 });
    let loc = Loc::fuse(sources.iter().map(|&op| module.op(op).loc.clone()));
    let before = group.placement.before.unwrap_or(group.root);
    for &op in &group.placement.moved {
        module.move_before(op, before);
    }
    let mut builder = Builder::before(module, before);
    builder.loc = loc.clone();
    let fused = builder.generic(&inputs, &outputs, maps, &iterators);
    let mut body = Body { block: module.entry(fused), indices: HashMap::new(), yields: vec![Vec::new(); group.members.len()] };
    for member in members {
        body.add(module, group, member, &arg_of, inputs.len() + kept.len());
    }
    let mut yielded: Vec<Value> = kept
        .iter()
        .map(|&(member, result)| {
            let yields = &body.yields[member];
            yields[if is_on(Mutation::KeepOtherResult) { (result + 1) % yields.len() } else { result }]
        })
        .collect();
    yielded.extend(&body.yields[0]);
    Builder::at_end(module, body.block, loc).yield_values("linalg", &yielded);
    replace(module, group, fused, &kept);
    fused
}

/// The operands of the fused op and the order of its bodies.
struct Order {
    inputs: Vec<Value>,
    maps: Vec<AffineMap>,
    /// Each after the members it reads.
    members: Vec<usize>,
    /// For each read that is an operand, which.
    arg_of: HashMap<usize, usize>,
}

/// Depth first from the root's operands, without recursion: chains are as long as programs.
fn order(group: &Group) -> Order {
    let mut order = Order { inputs: Vec::new(), maps: Vec::new(), members: Vec::new(), arg_of: HashMap::new() };
    let mut known: HashMap<(Value, &AffineMap), usize> = HashMap::new();
    let mut seen = HashSet::from([0]);
    let mut stack = vec![(0, group.members[0].reads.clone())];
    while let Some((member, reads)) = stack.last_mut() {
        let Some(at) = reads.next() else {
            order.members.push(*member);
            stack.pop();
            continue;
        };
        let read = &group.reads[at];
        match read.from {
            From::Operand => {
                let arg = *known.entry((read.value, &read.map)).or_insert_with(|| {
                    order.inputs.push(read.value);
                    order.maps.push(read.map.clone());
                    order.inputs.len() - 1
                });
                order.arg_of.insert(at, arg);
            }
            From::Member(inner, _) if seen.insert(inner) => stack.push((inner, group.members[inner].reads.clone())),
            From::Member(..) | From::Scalar(_) => {}
        }
    }
    order
}

/// The results of kept members that something outside uses, as member and result.
fn kept_results(module: &Module, group: &Group) -> Vec<(usize, usize)> {
    let mut inside: HashSet<(Op, usize)> = HashSet::new();
    for read in &group.reads {
        let member = &group.members[read.member];
        if matches!(read.from, From::Member(..)) && member.fate != Fate::Copied {
            inside.insert((member.op, read.operand));
        }
    }
    let views: HashSet<Op> = views(group).into_iter().collect();
    let mut kept = Vec::new();
    for (i, member) in group.members.iter().enumerate().filter(|(_, m)| m.fate == Fate::Kept) {
        for (n, &result) in module.results(member.op).iter().enumerate() {
            if is_used_outside(module, result, &inside, &views) {
                kept.push((i, n));
            }
        }
    }
    kept.sort_by_key(|&(i, n)| (module.position(group.members[i].op), n));
    kept
}

fn is_used_outside(module: &Module, value: Value, inside: &HashSet<(Op, usize)>, views: &HashSet<Op>) -> bool {
    module.uses(value).iter().any(|u| {
        let is_view = views.contains(&u.op);
        if is_view {
            is_used_outside(module, module.result(u.op), inside, views)
        } else {
            !inside.contains(&(u.op, u.operand as usize))
        }
    })
}

/// The views through which members are read inside.
fn views(group: &Group) -> Vec<Op> {
    let through = |r: &super::group::Read| match (&r.producer, r.from) {
        (Some(source), From::Member(..) | From::Scalar(_)) => source.through.clone(),
        _ => Vec::new(),
    };
    group.reads.iter().flat_map(through).collect()
}

/// The body of the fused op.
struct Body {
    block: Block,
    /// The `linalg.index` of each fused loop, once it is needed.
    indices: HashMap<usize, Value>,
    /// What each member yields.
    yields: Vec<Vec<Value>>,
}

impl Body {
    /// Copies the body of a member to the end. The fused op's outputs from the root begin at argument `root_outputs`.
    fn add(&mut self, module: &mut Module, group: &Group, member: usize, arg_of: &HashMap<usize, usize>, root_outputs: usize) {
        let Member { op, loops, reads, .. } = &group.members[member];
        let args = module.block_args(module.entry(*op)).to_vec();
        let fused_args = module.block_args(self.block).to_vec();
        let mut mapping = HashMap::new();
        for at in reads.clone() {
            let read = &group.reads[at];
            let value = match read.from {
                From::Operand => fused_args[arg_of[&at]],
                From::Scalar(value) => value,
                From::Member(inner, result) => self.yields[inner][result],
            };
            mapping.insert(args[read.operand], value);
        }
        if member == 0 {
            let outputs = args.len() - reads.len();
            mapping.extend(args[args.len() - outputs..].iter().copied().zip(fused_args[root_outputs..].iter().copied()));
        }
        let ops: Vec<_> = module.block_ops(module.entry(*op)).collect();
        for inner in ops {
            match module.kind(inner) {
                OpKind::Yield => {
                    let value = |v: Value| mapping.get(&v).copied().unwrap_or(v);
                    self.yields[member] = module.operands(inner).map(value).collect();
                }
                OpKind::LoopIndex => {
                    let value = self.index(module, inner, loops);
                    mapping.insert(module.result(inner), value);
                }
                _ => {
                    let copy = module.clone_op(inner, &mut mapping);
                    module.append_op(self.block, copy);
                    self.nested_indices(module, copy, loops);
                }
            }
        }
    }

    /// `linalg.index` inside regions of a copied op.
    fn nested_indices(&mut self, module: &mut Module, copy: Op, loops: &AffineMap) {
        if module.regions(copy).is_empty() {
            return;
        }
        for nested in module.walk(copy).into_iter().skip(1).filter(|&o| module.kind(o) == OpKind::LoopIndex).collect::<Vec<_>>() {
            module.detach(copy);
            let value = self.index(module, nested, loops);
            module.append_op(self.block, copy);
            module.replace_op(nested, &[value]);
        }
    }

    /// `linalg.index k` of a member: its loop `k` as a function of the fused loops.
    fn index(&mut self, module: &mut Module, op: Op, loops: &AffineMap) -> Value {
        let k =
            module.attr(op, "dim").and_then(Attr::as_int).and_then(|d| usize::try_from(d).ok()).expect("a verified loop number");
        let expr = if is_on(Mutation::DropIndexRemap) {
            AffineExpr::Dim(u32::try_from(k.min(loops.dims.saturating_sub(1) as usize)).expect("few loops"))
        } else {
            loops.results[k].clone()
        };
        let used: Vec<usize> = (0..loops.dims as usize).filter(|&d| expr.uses_dim(d)).collect();
        let loc = module.op(op).loc.clone();
        for &d in &used {
            self.indices.entry(d).or_insert_with(|| {
                Builder::at_end(module, self.block, loc.clone()).loop_index(i64::try_from(d).expect("few loops"))
            });
        }
        // The map over just the loops it uses, in order.
        let place = |d: usize| used.iter().position(|&u| u == d).unwrap_or(0);
        let renumber: Vec<_> =
            (0..loops.dims as usize).map(|d| AffineExpr::Dim(u32::try_from(place(d)).expect("few loops"))).collect();
        let map = AffineMap::new(used.len(), vec![expr.replace(&renumber, &[])]);
        let inputs: Vec<_> = used.iter().map(|d| self.indices[d]).collect();
        Builder::at_end(module, self.block, loc).affine_apply(&map, &inputs)
    }
}

/// Puts the fused op in the place of the group's ops.
fn replace(module: &mut Module, group: &Group, fused: Op, kept: &[(usize, usize)]) {
    let results = module.results(fused).to_vec();
    let (kept_values, root_values) = results.split_at(kept.len());
    for (&(member, result), &new) in kept.iter().zip(kept_values) {
        let old = module.results(group.members[member].op)[result];
        module.replace_all_uses(old, new);
    }
    module.replace_op(group.root, root_values);
    // Readers before what they read: positions only fall from a reader to its producer.
    let mut old: Vec<Op> = group.members[1..].iter().filter(|m| m.fate != Fate::Copied).map(|m| m.op).collect();
    old.extend(views(group));
    let depth = |module: &Module, op: Op| std::iter::successors(module.parent_op(op), |&o| module.parent_op(o)).count();
    let mut keyed: Vec<_> = old.into_iter().map(|op| (depth(module, op), module.position(op), op)).collect();
    keyed.sort_unstable();
    keyed.dedup();
    for (_, _, op) in keyed.into_iter().rev() {
        if module.results(op).iter().all(|&r| module.is_unused(r)) {
            module.erase(op);
        }
    }
}
