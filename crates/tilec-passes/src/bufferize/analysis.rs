//! Which operands can be done in place, without losing a value that is read later.
//!
//! Ops are visited last to first, operands in order; each operand that is written, or whose buffer a result would share, is tried in place.
//! That is refused if memory that must not be written would be written, or if some read would see a later write: a read R of the contents
//! defined by D, and a write W to the same buffer with D before W and W before R. The order of visits only changes what is copied, never
//! what is computed. (Springer et al., One-Shot Bufferization, as in MLIR.)
//!
//! Every op has a number, so a read is the interval from its D to itself, or to the end of the outermost loop around it that D is not in;
//! sets of values that may share memory keep their reads and writes sorted. A decision only looks at pairs of the two sets it would join,
//! from the side of the smaller: n decisions cost about n log n.

use super::calls::{Summaries, Summary};
use super::carried::{Carried, Roots, carried, forwarded};
use super::facts::{self, Relation};
use super::order::Places;
use super::sets::{Same, Sets, Shared, parallel_depth};
use super::{conflict, is_tensor};
use crate::analysis::alias;
use crate::mutation::{Mutation, is_on};
use std::collections::{HashMap, HashSet};
use std::fmt;
use tilec_ir::{Attr, Module, Op, OpKind, Use, Value, ValueDef};

/// Why an operand cannot be done in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// The memory is a constant, or an argument marked not writable.
    NotWritable,
    /// A value would be overwritten before it is read.
    ReadAfterWrite {
        /// Reads the value.
        read: Op,
        /// Would overwrite it.
        write: Op,
    },
    /// Iterations that may run at the same time would write the same memory.
    Parallel {
        /// Writes it.
        write: Op,
    },
    /// A loop would carry two values in one buffer.
    CarriedTwice {
        /// The loop.
        by: Op,
    },
}

impl Blocker {
    /// The name in `docs/passes.md`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NotWritable => "not-writable",
            Self::ReadAfterWrite { .. } => "read-after-write",
            Self::Parallel { .. } => "parallel-write",
            Self::CarriedTwice { .. } => "carried-twice",
        }
    }
}

impl fmt::Display for Blocker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotWritable => "its memory must not be written",
            Self::ReadAfterWrite { .. } => "a value in it is still to be read",
            Self::Parallel { .. } => "iterations that may run at the same time would write it",
            Self::CarriedTwice { .. } => "the loop carries another value in it",
        })
    }
}

/// The decision for each operand that is written or aliased.
#[derive(Default)]
pub struct Decisions {
    verdicts: HashMap<Use, Result<(), Blocker>>,
    order: Vec<Use>,
    /// What parallel loops share and cannot be read from the buffer they write: with the reason.
    snapshots: Vec<(Value, Blocker)>,
    /// Results of branches and loops, with the value whose buffer they are.
    joined: HashMap<Value, Value>,
    /// Results of `while` that are buffers of their own.
    apart: HashSet<Value>,
    /// Slices, reshapes and casts whose contents nobody reads.
    unread: HashSet<Value>,
}

impl Decisions {
    /// True if the operand is done in place.
    pub fn in_place(&self, place: Use) -> bool {
        self.verdicts.get(&place).is_some_and(Result::is_ok)
    }

    /// All decisions in program order.
    pub fn in_order(&self) -> impl Iterator<Item = (Use, &Result<(), Blocker>)> {
        self.order.iter().map(|&p| (p, &self.verdicts[&p]))
    }

    /// Why what a parallel loop shares must be copied before the loop to be read inside; `None` if it need not.
    pub(super) fn snapshot(&self, arg: Value) -> Option<&Blocker> {
        self.snapshots.iter().find(|(v, _)| *v == arg).map(|(_, blocker)| blocker)
    }

    /// All of [`Decisions::snapshot`], in program order.
    pub(super) fn snapshots(&self) -> impl Iterator<Item = (Value, &Blocker)> {
        self.snapshots.iter().map(|(v, blocker)| (*v, blocker))
    }

    /// The value whose buffer the result of a branch or loop certainly is, if it is no buffer of its own.
    pub(super) fn joined(&self, result: Value) -> Option<Value> {
        self.joined.get(&result).copied()
    }

    /// True if nobody reads the contents of a slice, reshape or cast that is not done in place.
    pub(super) fn is_only_overwritten(&self, slice: Value) -> bool {
        self.unread.contains(&slice)
    }

    /// True if a result of a `while` needs a buffer of its own.
    pub(super) fn is_apart(&self, result: Value) -> bool {
        self.apart.contains(&result)
    }
}

/// Decides for every operand in a function; also what the function does with its arguments.
pub(super) fn analyze(module: &Module, func: Op, summaries: &Summaries) -> (Decisions, Summary) {
    // What is decided to be copied is read by the copy. Where that comes too late, the next round knows it from the start.
    // Results of branches and loops are taken for the buffer that would be theirs if all is done in place; where that does not hold, they are
    // taken for others, until it does.
    let mut apart = HashSet::new();
    let mut copied = HashSet::new();
    loop {
        let mut analysis = Analysis::new(module, func, summaries, &apart, &copied);
        analysis.visit();
        if !analysis.late.is_empty() {
            copied.extend(analysis.late);
            continue;
        }
        let decisions = std::mem::take(&mut analysis.decisions);
        let in_place = |place| match decisions.verdicts.get(&place) {
            Some(verdict) => verdict.is_ok(),
            None => false,
        };
        let roots = Roots::of(module, func, &apart, &in_place);
        let broken: Vec<_> = analysis.expected.iter().filter(|(v, root, _)| roots.get(*v) != roots.get(*root)).map(|e| e.2).collect();
        if broken.is_empty() {
            let summary = analysis.summary(&roots);
            let mut decisions = decisions;
            let places = &analysis.places;
            decisions.order = decisions.verdicts.keys().copied().collect();
            decisions.order.sort_by_key(|p| (places.span(p.op).0, p.operand));
            decisions.snapshots.reverse();
            decisions.joined = analysis.joined;
            decisions.apart = analysis.own_buffers;
            return (decisions, summary);
        }
        apart.extend(broken);
    }
}

/// A read of the contents that `def` has.
pub(super) struct Read {
    pub(super) place: Use,
    /// The op that reads as a whole.
    pub(super) at: Op,
    pub(super) value: Value,
    pub(super) def: Value,
    /// Numbers of the first and last op a write of which may matter.
    pub(super) from: u32,
    pub(super) to: u32,
}

/// A write to a buffer: where, the value it defines (none for a write to the buffer itself), the value overwritten.
pub(super) struct Write {
    pub(super) place: Use,
    pub(super) at: Op,
    pub(super) defines: Option<Value>,
    pub(super) overwritten: Value,
}

/// The state of the decisions about one function.
pub(super) struct Analysis<'m> {
    pub(super) module: &'m Module,
    pub(super) func: Op,
    pub(super) places: Places<'m>,
    pub(super) same: Sets<Same>,
    summaries: &'m Summaries,
    shared: Sets<Shared>,
    reads: Vec<Read>,
    writes: Vec<Write>,
    decisions: Decisions,
    /// Results of branches and loops, with what was taken for their buffer.
    joined: HashMap<Value, Value>,
    /// Values that must turn out to be in one buffer for the third to be joined.
    expected: Vec<(Value, Value, Value)>,
    own_buffers: HashSet<Value>,
    /// What the decision that is being made would make the same.
    pub(super) would: Option<(Value, Value)>,
    /// Operands that are copied, as an earlier round found.
    copied: &'m HashSet<Use>,
    /// Operands that are copied, which decisions before did not know.
    late: Vec<Use>,
}

impl<'m> Analysis<'m> {
    fn new(
        module: &'m Module,
        func: Op,
        summaries: &'m Summaries,
        apart: &HashSet<Value>,
        copied: &'m HashSet<Use>,
    ) -> Self {
        let mut analysis = Self {
            module,
            func,
            places: Places::of(module, func),
            same: Sets::new(),
            summaries,
            shared: Sets::new(),
            reads: Vec::new(),
            writes: Vec::new(),
            decisions: Decisions::default(),
            joined: HashMap::new(),
            expected: Vec::new(),
            own_buffers: HashSet::new(),
            would: None,
            copied,
            late: Vec::new(),
        };
        let ops = module.walk(func);
        let mut tensors = Vec::new();
        for &op in &ops {
            let args = module.regions(op).iter().flat_map(|&r| module.region_blocks(r)).flat_map(|&b| module.block_args(b));
            let values = args.chain(module.results(op)).copied();
            tensors.extend(values.filter(|&v| is_tensor(module.ty(v))));
        }
        for &value in &tensors {
            analysis.shared.add(value);
            analysis.same.add(value);
        }
        for value in tensors {
            analysis.note_value(value);
        }
        let roots = Roots::of(module, func, apart, &|_| true);
        for &op in &ops {
            analysis.note_op(op, &roots, apart);
        }
        analysis.note_buffer_writes(&ops);
        analysis
    }

    /// A value by itself: its reads, and whether its memory may be written.
    fn note_value(&mut self, value: Value) {
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
    fn note_copy(&mut self, place: Use, value: Value) {
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
    fn note_op(&mut self, op: Op, roots: &Roots<'_>, apart: &HashSet<Value>) {
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
                for &insert in module.uses(c.arg).iter().filter(|u| module.kind(u.op) == OpKind::ParallelInsert && u.operand == 1) {
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
        let tensors: Vec<(usize, Value)> = module.results(op).iter().copied().enumerate().filter(|r| is_tensor(module.ty(r.1))).collect();
        let Some(summary) = self.summaries.of_call(module, op) else {
            tensors.windows(2).for_each(|pair| self.shared.unite(pair[0].1, pair[1].1));
            return;
        };
        let mut first: HashMap<usize, Value> = HashMap::new();
        for (i, result) in tensors {
            if let Some(argument) = summary.returns.get(i).copied().flatten() {
                let other = *first.entry(argument).or_insert(result);
                self.join(other, result);
            }
        }
    }

    fn join(&mut self, a: Value, b: Value) {
        self.shared.unite(a, b);
        self.same.unite(a, b);
    }

    fn note_write(&mut self, place: Use, defines: Option<Value>, overwritten: Value) {
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
    fn note_buffer_writes(&mut self, ops: &[Op]) {
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

    /// Last op first. A loop comes after what is inside it.
    fn visit(&mut self) {
        let module = self.module;
        let ops = module.walk(self.func);
        // A copy at the end of a branch helps nobody else, so those are tried first.
        let is_end = |op: &Op| matches!(module.kind(*op), OpKind::Yield | OpKind::Branch | OpKind::CondBranch);
        for &op in ops.iter().rev().filter(|op| is_end(op)) {
            self.decide_operands(op);
        }
        for &op in ops.iter().rev().filter(|op| !is_end(op)) {
            self.decide_operands(op);
            if module.kind(op) == OpKind::Forall {
                for c in carried(module, op) {
                    self.decide_shared(c.arg, c.result.expect("a result for what is shared"));
                }
            }
        }
    }

    fn decide_operands(&mut self, op: Op) {
        let module = self.module;
        for i in 0..module.num_operands(op) {
            let place = Use { op, operand: u32::try_from(i).expect("few operands") };
            let shares = facts::shares(module, self.summaries, place);
            let writes = is_tensor(module.ty(module.operand(op, i))) && facts::writes(module, self.summaries, place);
            if shares.is_some() || writes {
                self.decide(place, shares, writes);
            }
        }
    }

    fn decide(&mut self, place: Use, shares: Option<(Value, Relation)>, writes: bool) {
        let module = self.module;
        let operand = module.operand(place.op, place.operand as usize);
        let write = writes.then(|| Write { place, at: self.places.whole(place.op), defines: shares.map(|s| s.0), overwritten: operand });
        let joined = shares.is_some_and(|(v, _)| self.joined.contains_key(&v));
        let is_same = joined || matches!(shares, Some((_, Relation::Equivalent)));
        let result = shares.map(|s| s.0);
        if self.copied.contains(&place) {
            // The reason is looked for, but it is no longer asked whether there is one.
            let blocker = self.try_in_place(operand, result, is_same, write.as_ref()).err();
            let read = Blocker::ReadAfterWrite { read: place.op, write: place.op };
            self.decisions.verdicts.insert(place, Err(blocker.unwrap_or(read)));
            return;
        }
        let verdict = match is_on(Mutation::SkipConflictCheck) {
            true => Ok(()),
            false => self.try_in_place(operand, result, is_same, write.as_ref()),
        };
        if verdict.is_ok() {
            if let Some(result) = result {
                self.shared.unite(operand, result);
                if is_same {
                    self.same.unite(operand, result);
                }
            }
            if let Some(write) = write {
                self.note_write(write.place, write.defines, write.overwritten);
            }
        }
        if verdict.is_err() {
            self.note_copy(place, operand);
        }
        self.decisions.verdicts.insert(place, verdict);
    }

    /// Whether what a parallel loop shares can be read, inside, from the buffer it writes.
    fn decide_shared(&mut self, arg: Value, result: Value) {
        match self.try_in_place(arg, Some(result), true, None) {
            Ok(()) => self.join(arg, result),
            Err(blocker) => {
                self.decisions.snapshots.push((arg, blocker));
            }
        }
    }

    /// Tries to make one buffer of two values, and to write it.
    fn try_in_place(&mut self, a: Value, b: Option<Value>, is_same: bool, write: Option<&Write>) -> Result<(), Blocker> {
        self.would = b.filter(|_| is_same).map(|b| (a, b));
        let mut sets = vec![self.shared.find(a)];
        sets.extend(b.map(|b| self.shared.find(b)).filter(|y| *y != sets[0]));
        let has = |test: &dyn Fn(&Shared) -> bool| sets.iter().any(|&s| test(self.shared.get(s)));
        if has(&|s| s.fixed.is_some()) && (write.is_some() || has(&|s| !s.writes.is_empty())) && !is_on(Mutation::WriteConstants) {
            return Err(Blocker::NotWritable);
        }
        if let [x, y] = sets[..] {
            self.check_pairs(x, y)?;
            self.check_carried(x, y)?;
        }
        if let Some(write) = write {
            let position = self.places.span(write.at).0;
            for &set in &sets {
                self.check_reads_over(set, position, write)?;
            }
        }
        self.check_races(&sets, write)
    }

    /// Reads of one set against writes of the other, from the side of the smaller.
    fn check_pairs(&self, x: usize, y: usize) -> Result<(), Blocker> {
        let (mut small, mut large) = (self.shared.get(x), self.shared.get(y));
        let mut large_set = y;
        if small.reads.len() + small.writes.len() > large.reads.len() + large.writes.len() {
            std::mem::swap(&mut small, &mut large);
            large_set = x;
        }
        for &(_, id) in &small.reads {
            let read = &self.reads[id as usize];
            for &(_, id) in large.writes.range((read.from, 0)..=(read.to, u32::MAX)) {
                conflict::check(self, read, &self.writes[id as usize])?;
            }
        }
        for &(position, id) in &small.writes {
            self.check_reads_over(large_set, position, &self.writes[id as usize])?;
        }
        Ok(())
    }

    /// The reads of a set that a write at this position may matter to.
    fn check_reads_over(&self, set: usize, position: u32, write: &Write) -> Result<(), Blocker> {
        for &(_, id) in self.shared.get(set).reads.range(..=(position, u32::MAX)) {
            let read = &self.reads[id as usize];
            if read.to >= position {
                conflict::check(self, read, write)?;
            }
        }
        Ok(())
    }

    /// What a loop carries in two places is two buffers.
    fn check_carried(&self, x: usize, y: usize) -> Result<(), Blocker> {
        let (mut small, mut large) = (&self.shared.get(x).carried, &self.shared.get(y).carried);
        if small.len() > large.len() {
            std::mem::swap(&mut small, &mut large);
        }
        match small.iter().find(|(op, i)| large.get(op).is_some_and(|j| j != *i)) {
            Some((&by, _)) => Err(Blocker::CarriedTwice { by }),
            None => Ok(()),
        }
    }

    /// In a parallel region only memory of that region may be written, and those parts of what is shared that each iteration puts in anyway.
    fn check_races(&self, sets: &[usize], write: Option<&Write>) -> Result<(), Blocker> {
        let depth = sets.iter().filter_map(|&s| self.shared.get(s).depth).min().unwrap_or(0);
        let noted = sets.iter().flat_map(|&s| &self.shared.get(s).parallel_writes).map(|&id| &self.writes[id as usize]);
        for write in noted.chain(write) {
            let around: Vec<Op> = self.places.parallel_around(write.at).collect();
            // The outermost `depth` of them are around the memory, too.
            let inner = around.len().saturating_sub(depth as usize);
            if !around[..inner].iter().all(|&region| conflict::is_own_part(self, region, write)) {
                return Err(Blocker::Parallel { write: write.at });
            }
        }
        Ok(())
    }

    /// True if it was decided that an operand is not done in place.
    pub(super) fn is_refused(&self, place: Use) -> bool {
        self.decisions.verdicts.get(&place).is_some_and(Result::is_err)
    }

    fn is_writable(&self, value: Value) -> bool {
        match self.module.def(value) {
            ValueDef::Arg(block, n) if block == self.module.entry(self.func) => {
                let dict = self.module.attr(self.func, "arg_attrs").and_then(Attr::as_array).and_then(|a| a.get(n as usize));
                !matches!(dict, Some(Attr::Dict(d)) if d.get("bufferization.writable") == Some(&Attr::Bool(false)))
            }
            ValueDef::Arg(..) => true,
            ValueDef::Result(op, _) => match self.module.kind(op) {
                OpKind::Constant => false,
                OpKind::ToTensor => self.module.attr(op, "writable").is_some(),
                _ => true,
            },
        }
    }

    /// True if no use of a value, or of what it is passed on as, reads its contents.
    fn is_unread(&self, value: Value) -> bool {
        let mut values = vec![value];
        while let Some(value) = values.pop() {
            for &place in self.module.uses(value) {
                if facts::reads(self.module, self.summaries, place) {
                    return false;
                }
                values.extend(facts::passed_on(self.module, place.op).and_then(|_| self.module.results(place.op).first().copied()));
            }
        }
        true
    }

    /// The value whose write (or arrival) gave `value` its contents; `None` if the contents are undefined.
    fn definition(&self, value: Value) -> Option<Value> {
        let mut value = value;
        while let Some(op) = self.module.defining_op(value) {
            if let Some(source) = facts::passed_on(self.module, op) {
                value = source;
                continue;
            }
            let undefined = self.module.kind(op) == OpKind::Empty
                || self.module.kind(op) == OpKind::AllocTensor && self.module.group_named(op, "copy").is_empty();
            return (!undefined).then_some(value);
        }
        Some(value)
    }

    /// What the function does with its arguments, after the decisions.
    fn summary(&self, roots: &Roots<'_>) -> Summary {
        let (module, args) = (self.module, self.module.block_args(self.module.entry(self.func)));
        let set = |v: Value| is_tensor(module.ty(v)).then(|| self.shared.get(self.shared.find(v)));
        let reads = |&v: &Value| set(v).is_some_and(|s| s.reads.iter().any(|&(_, id)| self.reads[id as usize].def == v));
        let writes = |&v: &Value| set(v).is_some_and(|s| !s.writes.is_empty());
        let ends: Vec<Op> = module.walk(self.func).into_iter().filter(|&o| module.kind(o) == OpKind::Return).collect();
        let returned = |n: usize| {
            let [end] = ends[..] else { return None };
            let root = roots.get(module.operand(end, n));
            // Only a buffer of the signature's layout is returned as it is.
            let same_type = args.iter().position(|&a| a == root && module.ty(a) == module.ty(module.operand(end, n)));
            same_type.filter(|_| is_tensor(module.ty(root)))
        };
        let results = module.func_type(self.func).results.len();
        Summary {
            reads: args.iter().map(reads).collect(),
            writes: args.iter().map(writes).collect(),
            returns: (0..results).map(returned).collect(),
        }
    }
}
