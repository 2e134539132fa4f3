//! Keeping a producer's result as one more result of the fused op: where the op must stand so that every other user comes after it.

use super::group::{Fate, From, Instance, Member, Planner};
use super::legality::{Kept, is_fill};
use crate::analysis::effects::{body_is_pure, is_pure};
use crate::cost;
use crate::mutation::{Mutation, is_on};
use std::collections::HashSet;
use tilec_ir::{Block, Module, Op, Structured, Use, Value};

/// Where the fused op goes.
#[derive(Clone, Debug, Default)]
pub(super) struct Placement {
    /// In front of this op; in the root's place if there is none.
    pub before: Option<Op>,
    /// These go in front of it first, in this order: the fused op needs them, and they need nothing that comes later.
    pub moved: Vec<Op>,
}

/// The most ops that move for one fused op.
const MAX_MOVED: usize = 32;

impl Planner<'_> {
    /// Where the fused op can stand if it has the producer's result, too.
    ///
    /// # Errors
    /// Why it cannot have it.
    pub(super) fn place_kept(&self, p: &Structured<'_>, instances: &[Instance], reads: &[usize]) -> Result<Placement, Kept> {
        let module = self.module;
        let [instance] = instances else { return Err(Kept::NotBijective) };
        let sliced = |&r: &usize| self.reads[r].producer.as_ref().is_some_and(|s| s.is_part);
        let whole = instance.fit.loops.is_permutation() && !reads.iter().any(sliced);
        let block = module.parent_block(p.op);
        if block != module.parent_block(self.root.op) || !whole && !is_on(Mutation::KeepPartOfResult) {
            return Err(Kept::NotBijective);
        }
        let block = block.expect("an op in a block");
        let going = self.going(reads);
        let results = module.results(p.op);
        let users: Vec<Vec<Op>> = results.iter().map(|&r| self.users_besides(r, &going)).collect();
        let kept = users.iter().filter(|u| !u.is_empty()).count();
        if self.kept + kept > cost::MAX_KEPT_RESULTS || users.iter().map(Vec::len).sum::<usize>() > cost::MAX_USERS {
            return Err(Kept::TooMany);
        }
        let users: Vec<Op> = users.into_iter().flatten().filter_map(|u| module.ancestor_in(u, block)).collect();
        // What the fused op gives, it cannot read: as an init, or inside a payload.
        if users.iter().any(|u| self.members.iter().any(|m| m.op == *u && m.fate != Fate::Copied)) {
            return Err(Kept::Order);
        }
        let first = users.into_iter().min_by_key(|&u| module.position(u));
        let current = self.placement.before.unwrap_or(self.root.op);
        match first {
            Some(first) if module.position(first) < module.position(current) => self.place_before(first, block, p),
            _ => Ok(self.placement.clone()),
        }
    }

    fn place_before(&self, before: Op, block: Block, p: &Structured<'_>) -> Result<Placement, Kept> {
        let module = self.module;
        if !body_is_pure(module, self.root.op) && !is_on(Mutation::MoveImpureConsumer) {
            return Err(Kept::Order);
        }
        let members: HashSet<Op> = self.members.iter().map(|m| m.op).chain([p.op]).collect();
        let mut moving = Moving { module, block, before, members: &members, moved: Vec::new() };
        let mut needed: Vec<Value> = self.operands.keys().copied().collect();
        needed.extend(self.root.outputs());
        needed.extend(self.reads.iter().filter_map(|r| if let From::Scalar(v) = r.from { Some(v) } else { None }));
        for member in &self.members {
            needed.extend(captured(module, member.op));
            if member.fate == Fate::Kept && !is_on(Mutation::ForgetKeptInit) {
                needed.extend(module.structured(member.op).expect("a structured op").outputs());
            }
        }
        // The producer is in front of its users, and what it reads in front of it.
        needed.retain(|&v| module.defining_op(v) != Some(p.op));
        if !needed.into_iter().all(|v| moving.reach(v)) && !is_on(Mutation::IgnoreOrder) {
            return Err(Kept::Order);
        }
        let mut moved = moving.moved;
        moved.sort_by_key(|&o| module.position(o));
        Ok(Placement { before: Some(before), moved })
    }

    /// These reads as operands of ops that go; what a copy of an op reads, the op itself still reads, and the init of a kept result is still
    /// an operand of the fused op, whether its payload reads it or not.
    pub(super) fn going(&self, reads: &[usize]) -> HashSet<(Op, usize)> {
        let read = |&r: &usize| (&self.members[self.reads[r].member], self.reads[r].operand);
        let goes = |member: &Member, operand: usize| match member.fate {
            Fate::Gone => true,
            Fate::Kept => {
                let inputs = self.module.structured(member.op).expect("a structured op").num_inputs();
                let result = operand.checked_sub(inputs).map(|i| self.module.results(member.op)[i]);
                result.is_none_or(|r| self.users_besides(r, &HashSet::new()).is_empty())
            }
            Fate::Copied => false,
        };
        reads.iter().map(read).filter(|&(member, i)| goes(member, i)).map(|(member, i)| (member.op, i)).collect()
    }

    /// The users a value has besides those that the group computes inside and `going`, up to one more than are ever looked at. A view of it
    /// is no user if the group has all users of the view.
    pub(super) fn users_besides(&self, value: Value, going: &HashSet<(Op, usize)>) -> Vec<Op> {
        let is_inside = |u: &&Use| {
            let slot = (u.op, u.operand as usize);
            self.inside.contains(&slot)
                || going.contains(&slot)
                || self.viewed.contains(&u.op) && self.users_besides(self.module.result(u.op), going).is_empty()
        };
        let others = self.module.uses(value).iter().filter(|u| !is_inside(u));
        others.map(|u| u.op).take(cost::MAX_USERS + 1).collect()
    }
}

/// The ops that must go in front of another.
struct Moving<'a> {
    module: &'a Module,
    block: Block,
    before: Op,
    members: &'a HashSet<Op>,
    moved: Vec<Op>,
}

impl Moving<'_> {
    /// True if the value is there in front of `before`, or can be: it is computed, without anything else, from what is there.
    fn reach(&mut self, value: Value) -> bool {
        let mut work = vec![value];
        while let Some(value) = work.pop() {
            let Some(op) = self.module.defining_op(value) else { continue };
            if self.module.parent_block(op) != Some(self.block) || self.moved.contains(&op) {
                continue;
            }
            if self.members.contains(&op) {
                return false;
            }
            if self.module.position(op) < self.module.position(self.before) {
                continue;
            }
            let is_simple = self.module.regions(op).is_empty() || is_fill(self.module, op);
            if !is_simple || !is_pure(self.module, op) || self.moved.len() == MAX_MOVED {
                return false;
            }
            self.moved.push(op);
            work.extend(self.module.operands(op));
        }
        true
    }
}

/// The values from outside that an op's body uses.
fn captured(module: &Module, op: Op) -> Vec<Value> {
    let inside = module.walk(op);
    let own: HashSet<Op> = inside.iter().copied().collect();
    let is_own = |v: Value| {
        let block = module.value_block(v);
        block.and_then(|b| module.block_owner(b)).is_some_and(|o| own.contains(&o))
    };
    let used = inside.iter().skip(1).flat_map(|&o| module.operands(o).collect::<Vec<_>>());
    used.filter(|&v| !is_own(v)).collect()
}
