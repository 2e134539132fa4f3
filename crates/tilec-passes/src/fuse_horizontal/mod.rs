//! Horizontal fusion: independent structured ops over one iteration domain become one op with several results.
//!
//! Ops on tensors in one block that read a value through the same map: the sum and the sum of squares of a row, several element-wise
//! results of one input, the sums of rows and of columns. The shared value is read once instead of once for each. Each result keeps its
//! payload, its map and the order of the loops, and with them the order of its reduction; a loop is a reduction if it is one for any of
//! them. What may fuse is in `legality`, what pays in `profit`, the work in `rewrite`; `analysis::deps` knows what depends on what.
//!
//! Does not fuse a producer with its consumer: that is `fuse-elementwise`, to be run before. Does not permute loops.

mod legality;
mod profit;
mod rewrite;

use crate::analysis::deps::Deps;
use crate::remark::Remark;
pub use legality::{Blocker, Member, Plan, plan_join, plan_member};
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
    let mut grouping = Grouping::new(module, block);
    for op in members {
        grouping.add(op);
    }
    remarks.extend(grouping.remarks.into_iter().flatten());
    Some(grouping.deps)
}

/// The groups of a block while its ops are offered one after another.
struct Grouping<'m> {
    module: &'m Module,
    deps: Deps,
    /// One that was joined to another is empty.
    groups: Vec<Vec<Member>>,
    /// For each value that is read, the latest groups that read it, the latest last.
    recent: HashMap<Value, Vec<usize>>,
    /// A remark that is no longer true is taken out.
    remarks: Vec<Option<Remark>>,
    /// For each group, the groups that its first op could not join, each with its remark.
    missed: Vec<Vec<(usize, usize)>>,
}

impl<'m> Grouping<'m> {
    fn new(module: &'m Module, block: Block) -> Self {
        let deps = Deps::of(module, block);
        Self { module, deps, groups: Vec::new(), recent: HashMap::new(), remarks: Vec::new(), missed: Vec::new() }
    }

    /// Puts the op in a group, and this group together with others if the op makes them go together.
    fn add(&mut self, op: Member) {
        let values = op.tensors(self.module);
        match find_group(self.module, &self.deps, &self.groups, &self.recent, &op) {
            Ok((at, plan)) => {
                self.remarks.push(Some(applied(self.module, &self.groups[at], &op, &plan)));
                self.deps.unite(self.groups[at][0].op, op.op);
                self.groups[at].push(op);
                self.seen(&values, at);
                self.join_others(&values, at);
            }
            Err(missed) => {
                let first = self.remarks.len();
                self.missed.push(missed.iter().enumerate().map(|(i, (at, _))| (*at, first + i)).collect());
                self.remarks.extend(missed.into_iter().map(|(_, remark)| Some(remark)));
                self.groups.push(vec![op]);
                self.seen(&values, self.groups.len() - 1);
            }
        }
    }

    /// These values were read by this group.
    fn seen(&mut self, values: &[Value], group: usize) {
        for &value in values {
            let list = self.recent.entry(value).or_default();
            list.retain(|&g| g != group);
            list.push(group);
            if list.len() > RECENT {
                list.remove(0);
            }
        }
    }

    /// Takes the ops of other groups that read these values into a group that was just joined by the last op there is: what did not go
    /// with the ops before may go with this one, as a sum in lane order makes vectors of a short maximum beside it.
    fn join_others(&mut self, values: &[Value], at: usize) {
        let mut tried = HashSet::from([at]);
        for value in values {
            for other in self.recent[value].clone() {
                if !tried.insert(other) {
                    continue;
                }
                let Some(plans) = plan_join(self.module, &self.deps, &self.groups[at], &self.groups[other]) else { continue };
                self.deps.unite(self.groups[at][0].op, self.groups[other][0].op);
                for (member, plan) in std::mem::take(&mut self.groups[other]).into_iter().zip(plans) {
                    let values = member.tensors(self.module);
                    for value in &values {
                        self.recent.entry(*value).or_default().retain(|&g| g != other);
                    }
                    self.seen(&values, at);
                    self.remarks.push(Some(applied(self.module, &self.groups[at], &member, &plan)));
                    self.groups[at].push(member);
                }
                for (from, to) in [(at, other), (other, at)] {
                    for &(_, remark) in self.missed[from].iter().filter(|(missed, _)| *missed == to) {
                        self.remarks[remark] = None;
                    }
                }
            }
        }
    }
}

/// The first group that may take the op; or for each value that it shares the most promising group, with a remark.
fn find_group(
    module: &Module,
    deps: &Deps,
    groups: &[Vec<Member>],
    recent: &HashMap<Value, Vec<usize>>,
    op: &Member,
) -> Result<(usize, Plan), Vec<(usize, Remark)>> {
    let mut tried: HashSet<usize> = HashSet::new();
    let mut missed = Vec::new();
    for value in op.tensors(module) {
        let map = op.map_of(value).cloned();
        let mut candidates: Vec<usize> = recent.get(&value).into_iter().flatten().rev().copied().collect();
        let is_alike = |g: &Vec<Member>| {
            g[0].iterators.len() == op.iterators.len() && map.iter().any(|map| g.iter().any(|m| m.reads(&(value, map.clone()))))
        };
        candidates.sort_by_key(|&g| !is_alike(&groups[g]));
        for (rank, &at) in candidates.iter().enumerate() {
            if !tried.insert(at) {
                continue;
            }
            match plan_member(module, deps, &groups[at], op) {
                Ok(plan) => return Ok((at, plan)),
                Err(blocker) if rank == 0 => missed.push((at, self::missed(module, &groups[at], op, value, &blocker))),
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
