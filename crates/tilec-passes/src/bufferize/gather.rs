//! What is known before anything is decided: reads, writes that happen whatever is decided, and what shares memory from the start.

use super::analysis::{Analysis, Read, Write};
use super::carried::{Carried, Roots, carried, forwarded};
use super::sets::parallel_depth;
use super::{conflict, facts, is_tensor};
use crate::analysis::alias;
use std::collections::{HashMap, HashSet};
use tilec_ir::{Op, OpKind, Use, Value, ValueDef};

impl Analysis<'_> {
    /// A value by itself: its reads, and whether its memory may be written.
    pub(super) fn note_value(&mut self, value: Value) {
        let module = self.module;
        let depth = parallel_depth(module, value);
        let fixed = (!self.is_writable(value)).then_some(value);
        let set = self.shared.of(value);
        (set.depth, set.fixed) = (Some(depth), fixed);
        for &place in module.uses(value) {
            if facts::reads(module, self.summaries, place) || self.copied.contains(&place) {
                self.note_read(place, value);
            }
        }
    }

    /// A read, unless the contents are undefined.
    fn note_read(&mut self, place: Use, value: Value) -> Option<u32> {
        let def = self.definition(value)?;
        let at = self.places.whole(place.op);
        let (from, to) = self.interval(def, at, self.module.kind(place.op) == OpKind::ToBuffer);
        let id = u32::try_from(self.reads.len()).expect("few uses");
        self.reads.push(Read { place, at, value, def, from, to });
        self.shared.of(value).reads.insert((from, id));
        Some(id)
    }

    /// What is not done in place is copied: its contents are read there.
    pub(super) fn note_copy(&mut self, place: Use, value: Value) {
        self.would = None;
        if facts::reads(self.module, self.summaries, place) || facts::passed_on(self.module, place.op).is_none() {
            return;
        }
        if self.is_unread(self.module.result(place.op)) {
            self.decisions.unread.insert(self.module.result(place.op));
            return;
        }
        let Some(id) = self.note_read(place, value) else { return };
        let (read, set) = (&self.reads[id as usize], self.shared.get(self.shared.find(value)));
        let mut writes = set.writes.range((read.from, 0)..=(read.to, u32::MAX));
        if writes.any(|&(_, w)| conflict::check(self, read, &self.writes[w as usize]).is_err()) {
            self.late.push(place);
        }
    }

    /// From the definition to the read, or to the end of the outermost loop around the read that does not define the contents anew.
    fn interval(&self, def: Value, at: Op, forever: bool) -> (u32, u32) {
        if self.places.has_several_blocks() || forever {
            return (0, u32::MAX);
        }
        let from = match self.module.def(def) {
            // Another destination of the same op counts, what happens inside a loop or branch does not.
            ValueDef::Result(op, _) => match self.module.kind(op) {
                OpKind::Structured(_) | OpKind::Call => self.places.span(op).0,
                _ => self.places.span(op).1,
            },
            ValueDef::Arg(block, _) => self.module.block_owner(block).map_or(0, |o| self.places.span(o).0),
        };
        let around = self.places.loops_around(at).filter(|&l| !self.places.is_defined_in(l, def)).last();
        (from, around.map_or(self.places.span(at).0, |l| self.places.span(l).1))
    }

    /// What an op shares and writes whatever is decided.
    pub(super) fn note_op(&mut self, op: Op, roots: &Roots<'_>, apart: &HashSet<Value>) {
        let module = self.module;
        if module.kind(op) == OpKind::Slice {
            self.same.of(module.result(op)).slices.push(op);
        }
        let is_forall = module.kind(op) == OpKind::Forall;
        for c in carried(module, op) {
            let buffer = c.result.unwrap_or(c.arg);
            self.shared.of(buffer).carried.insert(op, c.index);
            if let Some(next) = c.next {
                self.join(c.arg, buffer);
                // A loop that hands on what it got writes nothing.
                if module.operand(next.op, next.operand as usize) != c.arg {
                    self.note_write(next, Some(buffer), c.arg);
                }
            }
            if is_forall {
                for &insert in module.uses(c.arg).iter().filter(|u| module.kind(u.op) == OpKind::ParallelInsert && u.operand == 1)
                {
                    self.note_write(insert, Some(buffer), buffer);
                }
            }
        }
        for f in forwarded(module, op) {
            self.join(f.arg, f.result);
            let source = module.operand(f.from.op, f.from.operand as usize);
            let is_home = |c: &Carried| c.arg == roots.get(source) && module.ty(c.arg) == module.ty(f.result);
            let home = carried(module, op).into_iter().find(is_home).filter(|_| !apart.contains(&f.result));
            match home {
                Some(c) => {
                    self.join(f.result, c.arg);
                    self.joined.insert(f.result, c.arg);
                    self.expected.push((f.arg, c.arg, f.result));
                }
                None => {
                    self.own_buffers.insert(f.result);
                    self.note_write(f.from, Some(f.result), f.result);
                }
            }
        }
        if module.kind(op) == OpKind::If {
            for &result in module.results(op).iter().filter(|&&r| is_tensor(module.ty(r))) {
                if roots.get(result) != result {
                    self.joined.insert(result, roots.get(result));
                    self.expected.push((result, roots.get(result), result));
                }
            }
        }
        if module.kind(op) == OpKind::Call {
            self.note_call(op);
        }
    }

    /// Results that are one buffer, or may be.
    fn note_call(&mut self, op: Op) {
        let module = self.module;
        let tensors: Vec<(usize, Value)> =
            module.results(op).iter().copied().enumerate().filter(|r| is_tensor(module.ty(r.1))).collect();
        let Some(summary) = self.summaries.of_call(module, op) else {
            tensors.windows(2).for_each(|pair| self.shared.unite(pair[0].1, pair[1].1));
            return;
        };
        let (mut first, mut shared) = (HashMap::new(), HashMap::new());
        for (i, result) in tensors {
            if let Some(argument) = summary.returns.get(i).copied().flatten() {
                let other = *first.entry(argument).or_insert(result);
                self.join(other, result);
            }
            if let Some(group) = summary.group_of(i) {
                self.shared.unite(*shared.entry(group).or_insert(result), result);
            }
        }
    }

    pub(super) fn join(&mut self, a: Value, b: Value) {
        self.shared.unite(a, b);
        self.same.unite(a, b);
    }

    pub(super) fn note_write(&mut self, place: Use, defines: Option<Value>, overwritten: Value) {
        let id = u32::try_from(self.writes.len()).expect("few uses");
        let at = self.places.whole(place.op);
        let position = self.places.span(at).0;
        let is_parallel = self.places.parallel_around(at).next().is_some();
        self.writes.push(Write { place, at, defines, overwritten });
        let set = self.shared.of(overwritten);
        set.writes.insert((position, id));
        if is_parallel {
            set.parallel_writes.push(id);
        }
    }

    /// Materializations into a buffer write what tensors of that buffer see.
    pub(super) fn note_buffer_writes(&mut self, ops: &[Op]) {
        let module = self.module;
        let mut tensors: HashMap<alias::Base, Vec<Value>> = HashMap::new();
        for &op in ops.iter().filter(|&&op| module.kind(op) == OpKind::ToTensor) {
            tensors.entry(alias::base(module, module.operand(op, 0))).or_default().push(module.result(op));
        }
        for &op in ops.iter().filter(|&&op| module.kind(op) == OpKind::Materialize && module.results(op).is_empty()) {
            for &tensor in tensors.get(&alias::base(module, module.operand(op, 1))).into_iter().flatten() {
                self.note_write(Use { op, operand: 1 }, None, tensor);
            }
        }
        // Two tensors of one buffer share it from the start.
        for group in tensors.values() {
            group.windows(2).for_each(|pair| self.shared.unite(pair[0], pair[1]));
        }
    }
}
