//! Whether a producer is computed inside, and what becomes of its other users: the profit side of a group.

use super::Recompute;
use super::group::{Fate, Instance, Planner};
use super::keep::Placement;
use super::legality::{Blocker, Kept};
use crate::cost::{self, Work};
use std::collections::HashSet;
use tilec_ir::{AffineMap, Structured};

/// A producer is computed inside.
pub(super) struct Decision {
    /// What becomes of the op.
    pub(super) fate: Fate,
    /// Where the fused op must go for that, if not where it would go now.
    pub(super) placement: Option<Placement>,
}

impl Planner<'_> {
    /// What to do with a producer that may be computed at these places; `refused` of the group's own reads stay.
    ///
    /// # Errors
    /// Why it is left alone.
    pub(super) fn decide(&self, p: &Structured<'_>, instances: &[Instance], refused: usize) -> Result<Decision, Blocker> {
        let reads: Vec<usize> = instances.iter().flat_map(|i| i.reads.iter().copied()).collect();
        let is_fresh = |i: &&Instance| !self.instances.contains_key(&(p.op, i.fit.loops.clone()));
        let fresh: Vec<&Instance> = instances.iter().filter(is_fresh).collect();
        let maps: Vec<&AffineMap> = fresh.iter().flat_map(|i| i.fit.reads.iter().map(|(_, m)| m)).collect();
        let lost = self.lost_bound(&reads, &maps).map(|loop_dim| Blocker::BoundLost { loop_dim });
        let others = self.other_uses(p, &reads) + refused;
        let now = Work { operations: self.operations, bytes: self.bytes };
        let inside = self.with(p, &fresh, &reads);
        let block = self.module.parent_block(p.op).expect("an op in a block");
        let repeats = cost::repeats(self.module, self.root.op, block).max(1.0);
        let copies = if others > 0 { fresh.len() } else { fresh.len().saturating_sub(1) };
        let may_copy = instances.len() <= cost::MAX_INSTANCES && self.copied + copies * p.num_body_ops() <= cost::MAX_COPIED_OPS;
        if others == 0 {
            let by_rule = self.profit.recompute == Recompute::Always && instances.len() == 1;
            let is_cheap = by_rule || inside.time() <= now.time() + self.alone(p).time() / repeats;
            return match (lost, is_cheap && (copies == 0 || may_copy)) {
                (Some(lost), _) => Err(lost),
                (None, true) => Ok(Decision { fate: Fate::Gone, placement: None }),
                (None, false) if instances.len() > 1 => Err(Blocker::TwoMaps),
                (None, false) => Err(Blocker::Recomputes),
            };
        }
        let keep = if refused == 0 { self.place_kept(p, instances, &reads) } else { Err(Kept::NotBijective) };
        // If the others can compute it, too, it need not be stored: a share of that saving goes with each.
        let share = if self.others_may_compute(p) { self.stored_bytes(p) + Work::default().time() } else { 0.0 };
        #[allow(clippy::cast_precision_loss, reason = "an estimate")]
        let credit = share / (others as f64 + 1.0) / repeats;
        let copying = inside.time() - now.time() - credit;
        let kept = Work { bytes: inside.bytes + self.stored_bytes(p), ..inside };
        let keeping = kept.time() - now.time() - self.alone(p).time();
        let copy = may_copy && lost.is_none() && copying <= 0.0;
        match keep {
            Ok(placement) if keeping <= 0.0 && !(copy && copying < keeping) => {
                Ok(Decision { fate: Fate::Kept, placement: Some(placement) })
            }
            _ if copy => Ok(Decision { fate: Fate::Copied, placement: None }),
            Err(why) => Err(lost.unwrap_or(Blocker::SeveralUses(why))),
            Ok(_) => Err(Blocker::Recomputes),
        }
    }

    /// How many uses the producer has besides these reads by members that go.
    fn other_uses(&self, p: &Structured<'_>, reads: &[usize]) -> usize {
        let going = self.going(reads);
        self.module.results(p.op).iter().map(|&r| self.users_besides(r, &going).len()).sum()
    }

    /// What the group does with the producer inside.
    fn with(&self, p: &Structured<'_>, fresh: &[&Instance], reads: &[usize]) -> Work {
        let body = cost::body_operations(self.module, p.op);
        let runs: f64 = fresh.iter().map(|i| cost::iterations(&self.extents, &i.fit.loops)).sum();
        let mut bytes = self.bytes;
        let read_values: HashSet<_> = reads.iter().map(|&r| self.reads[r].value).collect();
        for value in read_values {
            if self.operands[&value] == reads.iter().filter(|&&r| self.reads[r].value == value).count() {
                bytes -= cost::bytes(self.module.ty(value));
            }
        }
        let new = fresh.iter().flat_map(|i| i.fit.reads.iter().map(|(operand, _)| self.module.operand(p.op, *operand)));
        for value in new.collect::<HashSet<_>>() {
            if !self.operands.contains_key(&value) {
                bytes += cost::bytes(self.module.ty(value));
            }
        }
        Work { operations: self.operations + body * runs, bytes }
    }

    /// What the producer does as a nest of its own.
    fn alone(&self, p: &Structured<'_>) -> Work {
        let extents = p.extents();
        let operations =
            cost::body_operations(self.module, p.op) * cost::iterations(&extents, &AffineMap::identity(extents.len()));
        let read: f64 = p.inputs().into_iter().map(|v| cost::bytes(self.module.ty(v))).sum();
        Work { operations, bytes: read + self.stored_bytes(p) }
    }

    fn stored_bytes(&self, p: &Structured<'_>) -> f64 {
        self.module.results(p.op).iter().map(|&r| cost::bytes(self.module.ty(r))).sum()
    }

    /// True if every user of the producer is a structured op that takes it as an input, so that none needs it stored.
    fn others_may_compute(&self, p: &Structured<'_>) -> bool {
        let uses: Vec<_> =
            self.module.results(p.op).iter().flat_map(|&r| self.module.uses(r)).take(cost::MAX_USERS + 1).collect();
        let may = |u: &tilec_ir::Use| self.module.structured(u.op).is_some_and(|s| (u.operand as usize) < s.num_inputs());
        uses.len() <= cost::MAX_USERS && uses.into_iter().all(may)
    }
}
