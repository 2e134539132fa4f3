//! Which producers a consumer takes in: the group of ops that becomes one.
//!
//! Starting from the consumer (the *root*), producers are considered from the last in program order to the first, so that all reads of a
//! producer by the group are known when it is decided about. Each decision is one of four: leave it; compute it inside, as its only user; keep
//! its result as one more result of the fused op; or compute it again although others use it. Planning changes nothing.

use super::Profit;
use super::decide::Decision;
use super::keep::Placement;
use super::legality::{Blocker, Fit, check_producer, fit, is_fill, producer_of};
use super::views::{self, Step};
use crate::cost;
use crate::mutation::{Mutation, is_on};
use std::collections::{BTreeMap, HashMap, HashSet};
use tilec_ir::{AffineMap, Module, Op, Structured, Value};

/// What the fused op is made of.
pub(super) struct Group {
    /// The consumer at its end.
    pub root: Op,
    /// The root first; each producer once for every way it is read.
    pub members: Vec<Member>,
    /// What the members read.
    pub reads: Vec<Read>,
    /// Where the fused op goes, if not in the root's place, and what has to move in front of it.
    pub placement: Placement,
    /// Operations of bodies that others compute, too.
    pub copied: usize,
    /// What came of each edge, in the order of the reads.
    pub edges: Vec<Edge>,
}

/// An op computed in the fused loops.
pub(super) struct Member {
    /// The op.
    pub op: Op,
    /// Its loops as functions of the root's.
    pub loops: AffineMap,
    /// Its reads, as positions in [`Group::reads`].
    pub reads: std::ops::Range<usize>,
    /// What becomes of the op.
    pub fate: Fate,
}

/// What becomes of an op that is computed inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It goes: the group was its only user.
    Gone,
    /// It goes, and results that others use become results of the fused op.
    Kept,
    /// It stays for its other users.
    Copied,
}

/// One operand of a member, over the root's loops.
pub(super) struct Read {
    /// The member.
    pub member: usize,
    /// Its operand.
    pub operand: usize,
    /// What the member reads.
    pub value: Value,
    /// Where, as a function of the root's loops.
    pub map: AffineMap,
    /// The producer behind it, if there is one.
    pub producer: Option<Source>,
    /// Where the element comes from in the fused op.
    pub from: From,
}

/// A result of a structured op, seen through the views between it and its reader.
#[derive(Clone)]
pub(super) struct Source {
    /// The producer.
    pub op: Op,
    /// Which of its results.
    pub result: usize,
    /// Where the result is read, as a function of the root's loops.
    pub map: AffineMap,
    /// The views gone through, the reader's first.
    pub through: Vec<Op>,
    /// Not all of the result can be read.
    pub is_part: bool,
    /// The view behind which the index is not known as a function of the loops.
    pub opaque: Option<views::Opaque>,
}

/// Where a member's operand comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum From {
    /// An operand of the fused op.
    Operand,
    /// A scalar that the producer, a fill, has everywhere.
    Scalar(Value),
    /// The value that a member yields for one of its results.
    Member(usize, usize),
}

/// What came of a producer and consumer.
pub(super) struct Edge {
    /// The read, as a position in [`Group::reads`].
    pub read: usize,
    /// What was done, or why not.
    pub verdict: Result<Fate, Blocker>,
}

/// The group of a consumer. If it has only the root, nothing can be done but to remark on it.
pub(super) fn plan_group(module: &Module, root: Op, profit: &Profit) -> Group {
    let mut planner = Planner::new(module, root, profit);
    planner.run();
    planner.finish()
}

pub(super) struct Planner<'m> {
    pub(super) module: &'m Module,
    pub(super) root: Structured<'m>,
    pub(super) extents: Vec<i64>,
    pub(super) members: Vec<Member>,
    pub(super) reads: Vec<Read>,
    /// The members by op and loops.
    pub(super) instances: HashMap<(Op, AffineMap), usize>,
    /// Reads that are decided next, by producer: those in inner blocks last, then in program order.
    waiting: BTreeMap<(usize, u64, Op), Vec<usize>>,
    /// Reads of producers that were left where they are.
    left: HashMap<Op, Vec<usize>>,
    /// Producers left because a bound would be lost.
    unbounded: Vec<Op>,
    /// For each loop, how many operands of the fused op have it as a plain dimension.
    bounds: Vec<usize>,
    /// How many operands of the fused op are this value.
    pub(super) operands: HashMap<Value, usize>,
    /// The operands of members that go which are computed inside.
    pub(super) inside: HashSet<(Op, usize)>,
    /// Views that the group reads through.
    pub(super) viewed: HashSet<Op>,
    pub(super) placement: Placement,
    pub(super) operations: f64,
    pub(super) bytes: f64,
    /// Operations of bodies that others compute, too.
    pub(super) copied: usize,
    pub(super) profit: &'m Profit,
    /// Results of producers that the fused op has.
    pub(super) kept: usize,
    verdicts: HashMap<usize, Result<Fate, Blocker>>,
}

/// One place where a producer would be computed.
pub(super) struct Instance {
    pub(super) fit: Fit,
    /// The reads it serves.
    pub(super) reads: Vec<usize>,
}

impl<'m> Planner<'m> {
    fn new(module: &'m Module, root: Op, profit: &'m Profit) -> Self {
        let view = module.structured(root).expect("a structured op");
        let (extents, inputs, maps) = (view.extents(), view.num_inputs(), view.maps());
        let loops = extents.len();
        let mut planner = Self {
            module,
            root: view,
            bounds: vec![0; loops],
            extents,
            members: Vec::new(),
            reads: Vec::new(),
            instances: HashMap::new(),
            waiting: BTreeMap::new(),
            left: HashMap::new(),
            unbounded: Vec::new(),
            operands: HashMap::new(),
            inside: HashSet::new(),
            viewed: HashSet::new(),
            placement: Placement::default(),
            operations: 0.0,
            bytes: 0.0,
            copied: 0,
            profit,
            kept: 0,
            verdicts: HashMap::new(),
        };
        for (i, output) in view.outputs().into_iter().enumerate() {
            planner.count_bounds(&maps[inputs + i], true);
            planner.bytes += cost::bytes(module.ty(output)) * if view.needs_init(i) { 2.0 } else { 1.0 };
        }
        let reads = (0..inputs).map(|i| (i, maps[i].clone())).collect();
        planner.add_member(root, AffineMap::identity(loops), reads, Fate::Gone);
        planner
    }

    /// Considers producers until none is left to decide about; again those that were left for want of a bound, once others brought some.
    fn run(&mut self) {
        loop {
            let before = self.members.len();
            while let Some(((_, _, producer), reads)) = self.waiting.pop_last() {
                self.consider(producer, reads);
            }
            if self.members.len() == before {
                break;
            }
            // A group that stands elsewhere took only what is there.
            if self.placement.before.is_some() {
                break;
            }
            for producer in std::mem::take(&mut self.unbounded) {
                let reads = self.left.remove(&producer).unwrap_or_default();
                self.wait_for(producer, reads);
            }
        }
    }

    fn finish(self) -> Group {
        let mut edges: Vec<_> = self.verdicts.into_iter().map(|(read, verdict)| Edge { read, verdict }).collect();
        edges.sort_by_key(|e| e.read);
        Group {
            root: self.root.op,
            members: self.members,
            reads: self.reads,
            placement: self.placement,
            copied: self.copied,
            edges,
        }
    }

    fn add_member(&mut self, op: Op, loops: AffineMap, reads: Vec<(usize, AffineMap)>, fate: Fate) -> usize {
        let member = self.members.len();
        let start = self.reads.len();
        self.members.push(Member { op, loops: loops.clone(), reads: start..start + reads.len(), fate });
        self.copied += self.profit.copied.get(&op).copied().unwrap_or(0);
        self.operations += cost::body_operations(self.module, op) * cost::iterations(&self.extents, &loops);
        for (operand, map) in reads {
            let value = self.module.operand(op, operand);
            let producer = self.source_of(value, &map);
            self.add_operand(value, &map);
            let read = self.reads.len();
            if let Some(source) = &producer {
                self.viewed.extend(source.through.iter().copied());
                let producer = source.op;
                let mut waiting = self.left.remove(&producer).unwrap_or_default();
                waiting.push(read);
                self.wait_for(producer, waiting);
            }
            self.reads.push(Read { member, operand, value, map, producer, from: From::Operand });
        }
        self.instances.insert((op, loops), member);
        member
    }

    /// The structured op whose result is read, directly or through views.
    fn source_of(&self, value: Value, map: &AffineMap) -> Option<Source> {
        let found = |value: Value, source: Source| {
            let (op, result) = producer_of(self.module, value)?;
            Some(Source { op, result, ..source })
        };
        let start = Source { op: self.root.op, result: 0, map: map.clone(), through: Vec::new(), is_part: false, opaque: None };
        if let Some(source) = found(value, start.clone()) {
            return Some(source);
        }
        let (accesses, opaque) = views::look_through(self.module, value, map);
        let near = accesses.iter().take_while(|a| a.step != Step::Linear).count();
        if let Some(at) = accesses[..near].iter().position(|a| producer_of(self.module, a.source).is_some()) {
            let through = accesses[..=at].iter().map(|a| a.view).collect();
            let is_part = accesses[..=at].iter().any(|a| a.step == Step::Slice);
            return found(accesses[at].source, Source { map: accesses[at].map.clone(), through, is_part, ..start });
        }
        if near < accesses.len() {
            return None;
        }
        // What lies right behind an index that is not known is named in a remark.
        let opaque = opaque?;
        let last = accesses.last().map_or(value, |a| a.source);
        let behind = self.module.operand(self.module.defining_op(last)?, 0);
        found(behind, Source { opaque: Some(opaque), ..start })
    }

    fn wait_for(&mut self, producer: Op, reads: Vec<usize>) {
        let depth = std::iter::successors(self.module.parent_op(producer), |&o| self.module.parent_op(o)).count();
        let key = (depth, self.module.position(producer), producer);
        self.waiting.entry(key).or_default().extend(reads);
    }

    fn add_operand(&mut self, value: Value, map: &AffineMap) {
        self.count_bounds(map, true);
        let count = self.operands.entry(value).or_default();
        *count += 1;
        if *count == 1 {
            self.bytes += cost::bytes(self.module.ty(value));
        }
    }

    fn count_bounds(&mut self, map: &AffineMap, add: bool) {
        for d in plain_dims(map) {
            if add {
                self.bounds[d] += 1;
            } else {
                self.bounds[d] -= 1;
            }
        }
    }

    /// Decides about one producer, of which the group has these reads.
    fn consider(&mut self, producer: Op, reads: Vec<usize>) {
        let p = self.module.structured(producer).expect("a producer is structured");
        if is_fill(self.module, producer) {
            for read in reads {
                self.consider_fill(&p, read);
            }
            return;
        }
        if let Err(blocker) = check_producer(self.module, &p, self.root.op) {
            return self.leave(producer, &reads, &blocker);
        }
        let mut instances: Vec<Instance> = Vec::new();
        let mut refused = 0;
        for &read in &reads {
            let source = self.reads[read].producer.as_ref().expect("the read of a producer");
            let fit = match source.opaque {
                Some(opaque) => Err(Blocker::View(opaque)),
                None => fit(self.module, &p, source.result, &source.map, source.is_part, &self.extents),
            };
            match fit {
                Ok(fit) => match instances.iter_mut().find(|i| i.fit.loops == fit.loops || is_on(Mutation::MergeInstances)) {
                    Some(instance) => instance.reads.push(read),
                    None => instances.push(Instance { fit, reads: vec![read] }),
                },
                Err(blocker) => {
                    refused += 1;
                    self.leave(producer, &[read], &blocker);
                }
            }
        }
        if instances.is_empty() {
            return;
        }
        let fitting: Vec<usize> = instances.iter().flat_map(|i| i.reads.clone()).collect();
        match self.decide(&p, &instances, refused) {
            Ok(decision) => self.take_in(&p, instances, decision),
            Err(blocker) => {
                if matches!(blocker, Blocker::BoundLost { .. }) {
                    self.unbounded.push(producer);
                }
                self.leave(producer, &fitting, &blocker);
            }
        }
    }

    fn leave(&mut self, producer: Op, reads: &[usize], blocker: &Blocker) {
        self.left.entry(producer).or_default().extend(reads);
        for &read in reads {
            self.verdicts.insert(read, Err(blocker.clone()));
        }
    }

    /// A fill is read as its scalar wherever the loops stay bounded without it.
    fn consider_fill(&mut self, fill: &Structured<'_>, read: usize) {
        let map = self.reads[read].map.clone();
        if let Some(opaque) = self.reads[read].producer.as_ref().and_then(|s| s.opaque) {
            return self.leave(fill.op, &[read], &Blocker::View(opaque));
        }
        let scalar = fill.inputs().first().copied().filter(|&s| self.module.ty(s).as_scalar().is_some());
        let Some(scalar) = scalar else { return self.leave(fill.op, &[read], &Blocker::ProducerReduces) };
        if let Some(loop_dim) = self.lost_bound(&[read], &[]) {
            self.unbounded.push(fill.op);
            return self.leave(fill.op, &[read], &Blocker::BoundLost { loop_dim });
        }
        self.remove_operand(read, &map);
        self.reads[read].from = From::Scalar(scalar);
        self.verdicts.insert(read, Ok(Fate::Gone));
    }

    fn remove_operand(&mut self, read: usize, map: &AffineMap) {
        self.count_bounds(map, false);
        let value = self.reads[read].value;
        let count = self.operands.get_mut(&value).expect("an operand");
        *count -= 1;
        if *count == 0 {
            self.operands.remove(&value);
            self.bytes -= cost::bytes(self.module.ty(value));
        }
    }

    /// A loop that no operand would bound if these reads were replaced by operands with these maps.
    pub(super) fn lost_bound(&self, reads: &[usize], new: &[&AffineMap]) -> Option<usize> {
        if is_on(Mutation::SkipBoundLost) {
            return None;
        }
        let mut bounds = self.bounds.clone();
        new.iter().flat_map(|m| plain_dims(m)).for_each(|d| bounds[d] += 1);
        reads.iter().flat_map(|&r| plain_dims(&self.reads[r].map)).for_each(|d| bounds[d] -= 1);
        bounds.iter().position(|&n| n == 0)
    }

    /// Computes a producer inside, once for each instance.
    fn take_in(&mut self, p: &Structured<'_>, instances: Vec<Instance>, decision: Decision) {
        let Decision { fate, placement } = decision;
        if let Some(placement) = placement {
            self.placement = placement;
        }
        let ops = p.num_body_ops();
        for (n, Instance { fit, reads }) in instances.into_iter().enumerate() {
            for &read in &reads {
                let map = self.reads[read].map.clone();
                self.remove_operand(read, &map);
                self.inside.extend(self.going(&[read]));
                self.verdicts.insert(read, Ok(fate));
            }
            let known = self.instances.get(&(p.op, fit.loops.clone())).copied();
            if known.is_none() && (n > 0 || fate == Fate::Copied) {
                self.copied += ops;
            }
            if fate == Fate::Kept {
                self.keep_results(p, &fit);
            }
            let member = known.unwrap_or_else(|| self.add_member(p.op, fit.loops, fit.reads, fate));
            for read in reads {
                let result = self.reads[read].producer.as_ref().expect("the read of a producer").result;
                self.reads[read].from = From::Member(member, result);
            }
        }
    }

    /// The kept results bound the loops, and their inits are operands.
    fn keep_results(&mut self, p: &Structured<'_>, fit: &Fit) {
        let maps = p.maps();
        for (i, output) in p.outputs().into_iter().enumerate() {
            if !self.users_besides(self.module.results(p.op)[i], &HashSet::new()).is_empty() {
                self.count_bounds(&maps[p.num_inputs() + i].compose(&fit.loops), true);
                self.bytes += cost::bytes(self.module.ty(output));
                self.kept += 1;
            }
        }
    }
}

fn plain_dims(map: &AffineMap) -> impl Iterator<Item = usize> + '_ {
    map.results.iter().filter_map(tilec_ir::AffineExpr::as_dim)
}
