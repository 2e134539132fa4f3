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

use super::calls::{NO_GROUP, Summaries, Summary};
use super::carried::{Roots, carried};
use super::decisions::{Blocker, Decisions};
use super::facts::{self, Relation};
use super::is_tensor;
use super::order::Places;
use super::sets::{Same, Sets, Shared};
use crate::mutation::{Mutation, is_on};
use std::collections::{HashMap, HashSet};
use tilec_ir::{Attr, Module, Op, OpKind, Use, Value, ValueDef};

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
        let broken: Vec<_> =
            analysis.expected.iter().filter(|(v, root, _)| roots.get(*v) != roots.get(*root)).map(|e| e.2).collect();
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
    pub(super) summaries: &'m Summaries,
    pub(super) shared: Sets<Shared>,
    pub(super) reads: Vec<Read>,
    pub(super) writes: Vec<Write>,
    pub(super) decisions: Decisions,
    /// Results of branches and loops, with what was taken for their buffer.
    pub(super) joined: HashMap<Value, Value>,
    /// Values that must turn out to be in one buffer for the third to be joined.
    pub(super) expected: Vec<(Value, Value, Value)>,
    pub(super) own_buffers: HashSet<Value>,
    /// What the decision that is being made would make the same.
    pub(super) would: Option<(Value, Value)>,
    /// Operands that are copied, as an earlier round found.
    pub(super) copied: &'m HashSet<Use>,
    /// Operands that are copied, which decisions before did not know.
    pub(super) late: Vec<Use>,
}

impl<'m> Analysis<'m> {
    fn new(module: &'m Module, func: Op, summaries: &'m Summaries, apart: &HashSet<Value>, copied: &'m HashSet<Use>) -> Self {
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
        let write =
            writes.then(|| Write { place, at: self.places.whole(place.op), defines: shares.map(|s| s.0), overwritten: operand });
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

    /// True if it was decided that an operand is not done in place.
    pub(super) fn is_refused(&self, place: Use) -> bool {
        self.decisions.verdicts.get(&place).is_some_and(Result::is_err)
    }

    pub(super) fn is_writable(&self, value: Value) -> bool {
        match self.module.def(value) {
            ValueDef::Arg(block, n) if block == self.module.entry(self.func) => {
                let dict = self.module.attr(self.func, "arg_attrs").and_then(Attr::as_array).and_then(|a| a.get(n as usize));
                !matches!(dict, Some(Attr::Dict(d)) if d.get("bufferization.writable") == Some(&Attr::Bool(false)))
            }
            ValueDef::Arg(..) => true,
            ValueDef::Result(op, _) => match self.module.kind(op) {
                OpKind::Constant => false,
                OpKind::ToTensor => self.module.attr(op, "writable").is_some(),
                OpKind::Call => {
                    let at = self.module.results(op).iter().position(|&r| r == value);
                    let fixed = self.summaries.of_call(self.module, op).zip(at).and_then(|(s, at)| s.fixed.get(at).copied());
                    !fixed.unwrap_or(false)
                }
                _ => true,
            },
        }
    }

    /// True if no use of a value, or of what it is passed on as, reads its contents.
    pub(super) fn is_unread(&self, value: Value) -> bool {
        let mut values = vec![value];
        while let Some(value) = values.pop() {
            for &place in self.module.uses(value) {
                if facts::reads(self.module, self.summaries, place) {
                    return false;
                }
                values
                    .extend(facts::passed_on(self.module, place.op).and_then(|_| self.module.results(place.op).first().copied()));
            }
        }
        true
    }

    /// The value whose write (or arrival) gave `value` its contents; `None` if the contents are undefined.
    pub(super) fn definition(&self, value: Value) -> Option<Value> {
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
        // What is returned from several places is taken together; so is all memory of an argument or result with several.
        let results = module.func_type(self.func).results.len();
        let ends_of = |n: usize| ends.iter().map(move |&end| module.operand(end, n)).filter(|&v| is_tensor(module.ty(v)));
        let mut groups: Vec<usize> =
            args.iter().map(|&v| if is_tensor(module.ty(v)) { self.shared.find(v) } else { NO_GROUP }).collect();
        let mut fixed = Vec::new();
        for n in 0..results {
            let sets: Vec<usize> = ends_of(n).map(|v| self.shared.find(v)).collect();
            fixed.push(sets.iter().any(|&s| self.shared.get(s).fixed.is_some()));
            let group = sets.first().copied().unwrap_or(NO_GROUP);
            groups.push(group);
            groups.iter_mut().filter(|g| sets.contains(g)).for_each(|g| *g = group);
        }
        Summary {
            groups,
            fixed,
            reads: args.iter().map(reads).collect(),
            writes: args.iter().map(writes).collect(),
            returns: (0..results).map(returned).collect(),
        }
    }
}
