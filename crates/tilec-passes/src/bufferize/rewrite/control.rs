//! Loops, branches and calls: what they carry are buffers that stay where they are.

use super::memory::{alloc, copy};
use super::{Rewriter, buffer_type};
use crate::analysis::alias;
use crate::bufferize::carried::{branches, carried, forwarded};
use crate::bufferize::{calls, is_tensor};
use std::sync::Arc;
use tilec_ir::{Block, Builder, DYNAMIC, Layout, MemRefType, Module, Op, OpKind, Type, Value};

/// An op that keeps some of its operands, results and block arguments.
pub(super) struct Shrink {
    op: Op,
    operands: Vec<bool>,
    results: Vec<bool>,
    blocks: Vec<(Block, Vec<bool>)>,
    /// Ends of branches that yield what the results are.
    ends: Vec<Op>,
}

impl Shrink {
    /// What drops everything of the op that `is_dropped` says; `None` if that is nothing.
    fn without(module: &Module, op: Op, is_dropped: &dyn Fn(Value) -> bool) -> Option<Self> {
        let keep = |v: Value| !is_dropped(v);
        let blocks = module.regions(op).iter().flat_map(|&r| module.region_blocks(r)).copied();
        let shrink = Self {
            op,
            operands: module.operands(op).map(keep).collect(),
            results: module.results(op).iter().copied().map(keep).collect(),
            blocks: blocks.map(|b| (b, module.block_args(b).iter().copied().map(keep).collect())).collect(),
            ends: Vec::new(),
        };
        let flags = shrink.blocks.iter().flat_map(|(_, keep)| keep).chain(&shrink.operands).chain(&shrink.results);
        (!flags.copied().all(|k| k)).then_some(shrink)
    }

    /// Puts a smaller op in the place of the op. What goes is not used any more.
    pub(super) fn apply(self, module: &mut Module) {
        let Self { op, operands, results, blocks, ends } = self;
        for end in ends {
            let kept: Vec<_> = module.operands(end).zip(&results).filter(|(_, k)| **k).map(|(v, _)| v).collect();
            module.set_operands(end, &kept, &[kept.len()]);
        }
        for (block, keep) in blocks {
            module.retain_block_args(block, |i| keep[i]);
        }
        let row = module.spelling(op);
        let kept = |range: std::ops::Range<usize>| operands[range].iter().filter(|k| **k).count();
        let segments: Vec<_> = (0..row.operands.len()).map(|g| kept(module.group_range(op, g))).collect();
        let values: Vec<_> = module.operands(op).zip(&operands).filter(|(_, k)| **k).map(|(v, _)| v).collect();
        if results.iter().all(|k| *k) {
            module.set_operands(op, &values, &segments);
            return;
        }
        let old: Vec<_> = module.results(op).iter().zip(&results).filter(|(_, k)| **k).map(|(&v, _)| v).collect();
        let types: Vec<_> = old.iter().map(|&v| module.ty(v).clone()).collect();
        let new = module.create_op(row, &values, &types, module.regions(op).len(), module.op(op).loc.clone());
        module.set_segments(new, &segments);
        let (attrs, extra) = (module.op(op).attrs.clone(), module.op(op).extra.clone());
        let data = module.op_mut(new);
        (data.attrs, data.extra) = (attrs, extra);
        module.move_regions(op, new);
        module.insert_before(new, op);
        for (old, new) in old.into_iter().zip(module.results(new).to_vec()) {
            module.replace_all_uses(old, new);
        }
        module.erase(op);
    }
}

impl Rewriter<'_> {
    /// An op of structured control flow, with what is inside.
    pub(super) fn control(&mut self, op: Op) {
        if self.module.kind(op) == OpKind::If {
            return self.branches(op);
        }
        let shrink = Shrink::without(self.module, op, &|v| self.is_carried_tensor(v));
        self.carry_in(op);
        for region in self.module.regions(op).to_vec() {
            self.region(region);
            // The second region of a `while` goes on where the first ends.
            self.forward(op, region);
        }
        self.carry_on(op);
        self.shrinks.extend(shrink);
    }

    /// What a loop carries is one buffer: the init's, or a copy of it.
    fn carry_in(&mut self, op: Op) {
        let is_forall = self.module.kind(op) == OpKind::Forall;
        for c in carried(self.module, op) {
            let buffer = self.destination(op, c.init.operand as usize, true);
            self.buffers.extend(c.result.map(|result| (result, buffer)));
            let seen = match self.decisions.snapshot(c.arg) {
                Some(_) if is_forall => self.copy_of(op, buffer),
                _ => buffer,
            };
            self.buffers.insert(c.arg, seen);
        }
        for f in forwarded(self.module, op).into_iter().filter(|f| self.decisions.is_apart(f.result)) {
            let ty = buffer_type(self.module.ty(f.result));
            let buffer = alloc(&mut Builder::before(self.module, op), &ty, &[]);
            self.buffers.insert(f.result, buffer);
            self.buffers.insert(f.arg, buffer);
        }
    }

    /// At the end of the first region of a `while`.
    fn forward(&mut self, op: Op, region: tilec_ir::Region) {
        if self.module.regions(op).first() != Some(&region) {
            return;
        }
        let mut copies = Vec::new();
        let all = forwarded(self.module, op);
        let Some(end) = all.first().map(|f| f.from.op) else { return };
        for f in all {
            let tensor = self.module.operand(end, f.from.operand as usize);
            if self.decisions.is_apart(f.result) {
                copies.push((tensor, self.buffer(f.result)));
            } else {
                let home = self.buffer(self.decisions.joined(f.result).unwrap_or(tensor));
                self.buffers.insert(f.arg, home);
                self.buffers.insert(f.result, home);
            }
        }
        self.hand_on(end, copies);
    }

    /// At the end of a trip: contents that are not yet in the buffer that is carried go there.
    fn carry_on(&mut self, op: Op) {
        let next: Vec<_> = carried(self.module, op).into_iter().filter_map(|c| Some((c.next?, self.buffer(c.arg)))).collect();
        let Some(end) = next.first().map(|(next, _)| next.op) else { return };
        let copies = next.into_iter().map(|(next, target)| (self.module.operand(end, next.operand as usize), target)).collect();
        self.hand_on(end, copies);
    }

    /// Copies tensors to buffers before `end`, as if all at once, and drops them from the operands of `end`.
    fn hand_on(&mut self, end: Op, copies: Vec<(Value, Value)>) {
        let mut moves: Vec<(Value, Value)> = Vec::new();
        for (tensor, target) in copies {
            let source = self.buffer(tensor);
            if source != target && !self.is_undefined(tensor) {
                moves.push((source, target));
            }
        }
        for i in 1..moves.len() {
            if moves[..i].iter().any(|(_, target)| alias::may_overlap(self.module, moves[i].0, *target)) {
                moves[i].0 = self.copy_of(end, moves[i].0);
            }
        }
        for (source, target) in moves {
            copy(&mut Builder::before(self.module, end), source, target);
        }
        let groups: Vec<Vec<Value>> = (0..self.module.spelling(end).operands.len())
            .map(|g| self.module.group(end, g).filter(|&v| !self.is_carried_tensor(v)).collect())
            .collect();
        let sizes: Vec<_> = groups.iter().map(Vec::len).collect();
        self.module.set_operands(end, &groups.concat(), &sizes);
    }

    fn is_carried_tensor(&self, value: Value) -> bool {
        is_tensor(self.module.ty(value)) || self.buffers.contains_key(&value)
    }

    /// A result is the buffer that both branches end in, or whichever of two.
    fn branches(&mut self, op: Op) {
        self.module.regions(op).to_vec().into_iter().for_each(|region| self.region(region));
        let results = self.module.results(op).to_vec();
        let mut keep = vec![true; results.len()];
        let ends: Vec<Op> = self
            .module
            .regions(op)
            .iter()
            .filter_map(|&r| self.module.terminator(*self.module.region_blocks(r).first()?))
            .collect();
        for (i, &result) in results.iter().enumerate().filter(|(_, r)| is_tensor(self.module.ty(**r))).collect::<Vec<_>>() {
            if let Some(home) = self.decisions.joined(result) {
                keep[i] = false;
                let home = self.buffer(home);
                self.buffers.insert(result, home);
                // Yields go with the results, later: until then, who asks which buffers may overlap finds the one of each result at its place.
                ends.iter().for_each(|&end| self.module.set_operand(end, i, home));
                continue;
            }
            let yielded = branches(self.module, op, i).expect("two branches");
            let [a, b] = yielded.map(|y| {
                let buffer = self.buffer(self.module.operand(y.op, i));
                if self.in_place(y.op, i) { buffer } else { self.copy_of(y.op, buffer) }
            });
            let ty = self.common_type(a, b);
            for (n, buffer) in [a, b].into_iter().enumerate() {
                let buffer = self.cast_to(ends[n], buffer, &ty);
                self.module.set_operand(ends[n], i, buffer);
            }
            self.module.set_type(result, ty);
            self.buffers.insert(result, result);
        }
        if keep.iter().all(|k| *k) {
            return;
        }
        let operands = vec![true; self.module.num_operands(op)];
        self.shrinks.push(Shrink { op, operands, results: keep, blocks: Vec::new(), ends });
    }

    /// The type of either of two buffers: what they have in common is known.
    pub(super) fn common_type(&self, a: Value, b: Value) -> Type {
        let (x, y) = (self.module.ty(a), self.module.ty(b));
        let (Some(m), Some(n)) = (x.as_memref(), y.as_memref()) else { return x.clone() };
        if x == y {
            return x.clone();
        }
        let (Some((s, o)), Some((t, p))) = (m.strides_and_offset(), n.strides_and_offset()) else { return x.clone() };
        let either = |a: i64, b: i64| if a == b { a } else { DYNAMIC };
        let strides = s.into_iter().zip(t).map(|(a, b)| either(a, b)).collect();
        let layout = Layout::Strided { offset: either(o, p), strides };
        Type::MemRef(Arc::new(MemRefType { layout, ..m.clone() }))
    }

    /// Arguments of blocks are dense buffers.
    pub(super) fn branch(&mut self, op: Op) {
        for i in 0..self.module.num_operands(op) {
            let tensor = self.module.operand(op, i);
            if !self.is_carried_tensor(tensor) {
                continue;
            }
            let buffer = self.buffer(tensor);
            let is_dense = self.module.ty(buffer).as_memref().is_some_and(|t| t.layout == Layout::Identity);
            let buffer = if self.in_place(op, i) && is_dense { buffer } else { self.copy_of(op, buffer) };
            self.module.set_operand(op, i, buffer);
        }
    }

    /// The same call with dense buffers; true if there were tensors.
    pub(super) fn call(&mut self, op: Op) -> bool {
        let has_buffers = self.module.operands(op).any(|v| self.buffers.contains_key(&v));
        if !has_buffers && !calls::is_tensor_call(self.module, op) {
            return false;
        }
        let summary = self.summaries.of_call(self.module, op).cloned();
        let mut operands: Vec<_> = self.module.operands(op).collect();
        let mut homes = operands.clone();
        let mut back = Vec::new();
        for (i, operand) in operands.iter_mut().enumerate() {
            let tensor = *operand;
            if !self.buffers.contains_key(&tensor) {
                continue;
            }
            let buffer = self.buffer(tensor);
            let writes = summary.as_ref().is_none_or(|s| s.writes.get(i).copied().unwrap_or(true));
            let is_dense = self.module.ty(buffer).as_memref().is_some_and(|t| t.layout == Layout::Identity);
            // What is only read, and shared with no result, needs no decision.
            let shares = summary.as_ref().is_none_or(|s| s.returns.contains(&Some(i)) || s.shared_result(i).is_some());
            let is_own = self.in_place(op, i) || !writes && !shares;
            (*operand, homes[i]) = match (is_own, is_dense) {
                (true, true) => (buffer, buffer),
                (true, false) => {
                    let dense = self.copy_of(op, buffer);
                    if writes {
                        back.push((dense, buffer));
                    }
                    (dense, buffer)
                }
                (false, _) => {
                    let own = self.copy_of(op, buffer);
                    (own, own)
                }
            };
        }
        let results = self.module.results(op).to_vec();
        let types: Vec<_> = results.iter().map(|&r| buffer_type(self.module.ty(r))).collect();
        let row = self.module.spelling(op);
        let new = Builder::before(self.module, op).op(row, &operands, &types);
        let (attrs, extra) = (self.module.op(op).attrs.clone(), self.module.op(op).extra.clone());
        let data = self.module.op_mut(new);
        (data.attrs, data.extra) = (attrs, extra);
        for (from, to) in back {
            copy(&mut Builder::before(self.module, op), from, to);
        }
        for (i, &result) in results.iter().enumerate() {
            let made = self.module.results(new)[i];
            if !is_tensor(self.module.ty(result)) {
                self.module.replace_all_uses(result, made);
                continue;
            }
            let home = summary.as_ref().and_then(|s| s.returns.get(i).copied().flatten()).map(|a| homes[a]);
            self.buffers.insert(result, home.unwrap_or(made));
        }
        true
    }
}
