//! Horizontal fusion: independent structured ops over one iteration domain become one op with several results.
//!
//! Ops on tensors in one block that read a value through the same map: the sum and the sum of squares of a row, several element-wise
//! results of one input. The shared value is read once instead of once for each. Each result keeps its payload, and with it the order of
//! its reduction. What may fuse is in `legality`, what pays in `profit`, the work in `rewrite`; `analysis::deps` knows what depends on what.
//!
//! Does not fuse a producer with its consumer: that is `fuse-elementwise`, to be run before. Does not permute loops.

mod legality;
mod profit;
mod rewrite;

use crate::analysis::deps::Deps;
use crate::remark::Remark;
pub use legality::{Blocker, Member, Plan, plan_member};
use std::collections::{HashMap, HashSet};
use tilec_ir::{Block, Diagnostic, Module, Op, OpKind, StructuredOp, Value};

/// The pass.
pub const NAME: &str = "fuse-horizontal";

/// So many groups that read a value are looked at for one more member, the latest first.
const RECENT: usize = 4;

/// Fuses in every block, ops in program order, each into the best group there is.
///
/// # Errors
/// None.
pub fn run(module: &mut Module, remarks: &mut Vec<Remark>) -> Result<bool, Diagnostic> {
    let mut blocks: HashMap<Block, usize> = HashMap::new();
    let mut ops: Vec<(Block, Vec<Op>)> = Vec::new();
    for func in module.funcs() {
        for op in module.walk(func) {
            let Some(block) = module.parent_block(op).filter(|_| is_candidate(module, op)) else { continue };
            let at = *blocks.entry(block).or_insert_with(|| {
                ops.push((block, Vec::new()));
                ops.len() - 1
            });
            ops[at].1.push(op);
        }
    }
    let mut changed = false;
    for (block, ops) in ops {
        let Some(grouping) = group(module, block, &ops, remarks) else { continue };
        let units = grouping.united();
        for (op, before) in grouping.plan_moves() {
            module.move_before(op, before);
        }
        for members in &units {
            rewrite::fuse(module, members);
        }
        changed |= !units.is_empty();
    }
    Ok(changed)
}

/// A structured op that reads a tensor.
fn is_candidate(module: &Module, op: Op) -> bool {
    match module.kind(op) {
        OpKind::Structured(StructuredOp::Fill) | OpKind::Func => false,
        OpKind::Structured(_) => module.group(op, 0).any(|v| module.ty(v).shape().is_some()),
        _ => false,
    }
}

/// Groups the structured ops of a block; `None` if no two of them read one value.
fn group(module: &Module, block: Block, ops: &[Op], remarks: &mut Vec<Remark>) -> Option<Deps> {
    let mut readers: HashMap<Value, Op> = HashMap::new();
    let reads = |op: Op| module.group(op, 0).filter(|&v| module.ty(v).shape().is_some()).map(move |v| (v, op));
    let is_shared = |(value, op): (Value, Op)| *readers.entry(value).or_insert(op) != op;
    if !ops.iter().flat_map(|&op| reads(op)).any(is_shared) {
        return None;
    }
    let members: Vec<Member> = ops.iter().map(|&op| Member::of(module, op)).collect();
    let mut deps = Deps::of(module, block);
    let mut groups: Vec<Vec<Member>> = Vec::new();
    let mut recent: HashMap<Value, Vec<usize>> = HashMap::new();
    for op in members {
        let values = op.tensors(module);
        let found = find_group(module, &deps, &groups, &recent, &op);
        let joined = match found {
            Ok((at, plan)) => {
                remarks.push(applied(module, &groups[at], &op, &plan));
                deps.unite(groups[at][0].op, op.op);
                groups[at].push(op);
                at
            }
            Err(missed) => {
                remarks.extend(missed);
                groups.push(vec![op]);
                groups.len() - 1
            }
        };
        for value in values {
            let list = recent.entry(value).or_default();
            list.retain(|&g| g != joined);
            list.push(joined);
            if list.len() > RECENT {
                list.remove(0);
            }
        }
    }
    Some(deps)
}

/// The first group that may take the op; or a remark on the most promising group for each value that it shares.
fn find_group(
    module: &Module,
    deps: &Deps,
    groups: &[Vec<Member>],
    recent: &HashMap<Value, Vec<usize>>,
    op: &Member,
) -> Result<(usize, Plan), Vec<Remark>> {
    let mut tried: HashSet<usize> = HashSet::new();
    let mut missed = Vec::new();
    for value in op.tensors(module) {
        let map = op.map_of(value).cloned();
        let mut candidates: Vec<usize> = recent.get(&value).into_iter().flatten().rev().copied().collect();
        let is_alike = |g: &Vec<Member>| {
            g[0].iterators == op.iterators && map.iter().any(|map| g.iter().any(|m| m.reads(&(value, map.clone()))))
        };
        candidates.sort_by_key(|&g| !is_alike(&groups[g]));
        for (rank, &at) in candidates.iter().enumerate() {
            if !tried.insert(at) {
                continue;
            }
            match plan_member(module, deps, &groups[at], op) {
                Ok(plan) => return Ok((at, plan)),
                Err(blocker) if rank == 0 => missed.push(self::missed(module, &groups[at], op, value, &blocker)),
                Err(_) => {}
            }
        }
    }
    Err(missed)
}

/// The latest member that reads a value, or the first.
fn reader(group: &[Member], value: Value) -> &Member {
    group.iter().rfind(|m| m.map_of(value).is_some()).unwrap_or(&group[0])
}

fn applied(module: &Module, group: &[Member], op: &Member, plan: &Plan) -> Remark {
    let maps: Vec<String> = plan.shared.iter().map(|(_, map)| map.to_string()).collect();
    let saved = plan.bytes.map_or(String::new(), |b| format!(", saves reading {b} bytes"));
    let results: usize = group.iter().chain([op]).map(|m| m.outputs.len()).sum();
    let message =
        format!("one op of {results} results reads what it shares with another through {} once{saved}", maps.join(" and "));
    let other = reader(group, plan.shared[0].0);
    Remark::applied(NAME, module.op(op.op).loc.clone(), message).note(module.op(other.op).loc.clone(), "the other reader")
}

fn missed(module: &Module, group: &[Member], op: &Member, value: Value, blocker: &Blocker) -> Remark {
    let other = reader(group, value);
    let map = |m: &Member| m.map_of(value).map(ToString::to_string).unwrap_or_default();
    let message = format!("{blocker}; operand map {}, the other's {}", map(op), map(other));
    let remark = Remark::missed(NAME, blocker.name(), module.op(op.op).loc.clone(), message)
        .note(module.op(other.op).loc.clone(), "the other reader");
    match blocker.culprit() {
        Some((op, what)) => remark.note(module.op(op).loc.clone(), what),
        None => remark,
    }
}
