//! Which operands can be done in place, without losing a value that is read later.
//!
//! Ops are visited last to first, operands in order; each operand that is written, or whose buffer a result would share, is tried in place.
//! That is refused if memory that must not be written would be written, or if some read would see a later write: a read R of the contents
//! defined by D, and a write W to the same buffer with D before W and W before R. The order of visits only changes what is copied, never
//! what is computed. (Springer et al., One-Shot Bufferization, as in MLIR.)

use super::facts::{self, Relation};
use super::sets::Sets;
use crate::analysis::alias;
use crate::mutation::{Mutation, is_on};
use std::collections::HashMap;
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
}

impl Blocker {
    /// The name in `docs/passes.md`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NotWritable => "not-writable",
            Self::ReadAfterWrite { .. } => "read-after-write",
        }
    }
}

impl fmt::Display for Blocker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotWritable => "its memory must not be written",
            Self::ReadAfterWrite { .. } => "a value in it is still to be read",
        })
    }
}

/// The decision for each operand that is written or aliased.
#[derive(Default)]
pub struct Decisions {
    verdicts: HashMap<Use, Result<(), Blocker>>,
    order: Vec<Use>,
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
}

/// Decides for every operand of a function's body.
pub fn analyze(module: &Module, func: Op) -> Decisions {
    let body = module.entry(func);
    let ops: Vec<Op> = module.block_ops(body).collect();
    let mut analysis = Analysis {
        module,
        func,
        position: ops.iter().copied().zip(0..).collect(),
        aliases: Sets::default(),
        equivalent: Sets::default(),
        decisions: Decisions::default(),
        buffer_writes: HashMap::new(),
    };
    analysis.note_buffer_writes(&ops);
    for &op in ops.iter().rev() {
        for i in 0..module.num_operands(op) {
            let place = Use { op, operand: u32::try_from(i).expect("few operands") };
            if let Some((result, relation)) = facts::aliased_result(module, place) {
                analysis.decide(place, result, relation);
            }
        }
    }
    let mut decisions = analysis.decisions;
    decisions.order = decisions.verdicts.keys().copied().collect();
    let position: HashMap<Op, usize> = ops.into_iter().zip(0..).collect();
    decisions.order.sort_by_key(|p| (position[&p.op], p.operand));
    decisions
}

struct Analysis<'m> {
    module: &'m Module,
    func: Op,
    position: HashMap<Op, usize>,
    aliases: Sets,
    equivalent: Sets,
    decisions: Decisions,
    /// For a tensor of a buffer: the ops that write the buffer itself.
    buffer_writes: HashMap<Value, Vec<Use>>,
}

/// A write to a buffer: where, the value it defines (none for a write to the buffer itself), the value overwritten.
struct Write {
    place: Use,
    defines: Option<Value>,
    overwritten: Value,
}

impl Analysis<'_> {
    /// Materializations into a buffer write what tensors of that buffer see.
    fn note_buffer_writes(&mut self, ops: &[Op]) {
        let module = self.module;
        let mut tensors: HashMap<alias::Base, Vec<Value>> = HashMap::new();
        for &op in ops.iter().filter(|&&op| module.kind(op) == OpKind::ToTensor) {
            tensors.entry(alias::base(module, module.operand(op, 0))).or_default().push(module.result(op));
        }
        for &op in ops.iter().filter(|&&op| module.kind(op) == OpKind::Materialize && module.results(op).is_empty()) {
            for &tensor in tensors.get(&alias::base(module, module.operand(op, 1))).into_iter().flatten() {
                self.buffer_writes.entry(tensor).or_default().push(Use { op, operand: 1 });
            }
        }
        // Two tensors of one buffer share it from the start.
        for group in tensors.values() {
            for pair in group.windows(2) {
                self.aliases.unite(pair[0], pair[1]);
            }
        }
    }

    fn decide(&mut self, place: Use, result: Value, relation: Relation) {
        let operand = self.module.operand(place.op, place.operand as usize);
        let verdict = if is_on(Mutation::SkipConflictCheck) { Ok(()) } else { self.try_in_place(place, operand, result) };
        if verdict.is_ok() {
            self.aliases.unite(operand, result);
            if relation == Relation::Equivalent {
                self.equivalent.unite(operand, result);
            }
        }
        self.decisions.verdicts.insert(place, verdict);
    }

    fn try_in_place(&mut self, candidate: Use, operand: Value, result: Value) -> Result<(), Blocker> {
        let mut members = self.aliases.members(operand).to_vec();
        if !self.aliases.together(operand, result) {
            members.extend_from_slice(self.aliases.members(result));
        }
        let mut writes = self.writes(&members, candidate);
        if writes.is_empty() {
            return Ok(());
        }
        if members.iter().any(|&v| !self.is_writable(v)) {
            return Err(Blocker::NotWritable);
        }
        writes.sort_by_key(|w| self.at(w.place.op));
        for &value in &members {
            for &read in self.module.uses(value) {
                // A use inside a body reads, whatever op it is.
                if self.outer(read) != read.op || facts::reads(self.module, read) {
                    self.check_read(read, value, &writes, candidate, result)?;
                }
            }
        }
        Ok(())
    }

    /// The op of the function's own block that is or contains the user.
    fn outer(&self, place: Use) -> Op {
        self.module.ancestor_in(place.op, self.module.entry(self.func)).unwrap_or(place.op)
    }

    fn at(&self, op: Op) -> usize {
        self.position.get(&op).copied().unwrap_or(0)
    }

    /// Writes to a set of values: those decided in place, the candidate, and writes to the underlying buffer.
    fn writes(&self, members: &[Value], candidate: Use) -> Vec<Write> {
        let mut writes = Vec::new();
        for &value in members {
            for &place in self.module.uses(value) {
                let counts = place == candidate || self.decisions.in_place(place);
                if counts && facts::writes(self.module, place) {
                    let defines = facts::aliased_result(self.module, place).map(|(r, _)| r);
                    writes.push(Write { place, defines, overwritten: value });
                }
            }
            for &place in self.buffer_writes.get(&value).into_iter().flatten() {
                writes.push(Write { place, defines: None, overwritten: value });
            }
        }
        writes
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

    fn check_read(&mut self, read: Use, value: Value, writes: &[Write], candidate: Use, result: Value) -> Result<(), Blocker> {
        let Some(definition) = self.definition(value) else { return Ok(()) };
        let start = self.module.defining_op(definition).map(|op| self.at(op));
        let end = self.at(self.outer(read));
        // Writes between the definition and the read, in order of position.
        let from = start.map_or(0, |s| writes.partition_point(|w| self.at(w.place.op) < s));
        for write in &writes[from..] {
            if self.at(write.place.op) > end {
                break;
            }
            if write.place == read || write.defines == Some(definition) {
                continue;
            }
            if start.is_some_and(|s| self.at(write.place.op) == s) && write.defines.is_none() {
                continue;
            }
            if self.is_harmless(read, write, candidate, result) {
                continue;
            }
            return Err(Blocker::ReadAfterWrite { read: self.outer(read), write: write.place.op });
        }
        Ok(())
    }

    /// A write that does not change what the read sees although it comes between definition and read.
    fn is_harmless(&mut self, read: Use, write: &Write, candidate: Use, result: Value) -> bool {
        let module = self.module;
        let read_value = module.operand(read.op, read.operand as usize);
        let same_buffer = |s: &mut Self, a: Value, b: Value| {
            s.equivalent.together(a, b) || {
                // What the candidate would make equivalent.
                let operand = module.operand(candidate.op, candidate.operand as usize);
                let part = matches!(facts::aliased_result(module, candidate), Some((_, Relation::Part)));
                !part
                    && (s.equivalent.together(a, operand) && s.equivalent.together(b, result)
                        || s.equivalent.together(a, result) && s.equivalent.together(b, operand))
            }
        };
        if read.op == write.place.op {
            if facts::is_elementwise_access(module, read.op) && same_buffer(self, read_value, write.overwritten) {
                return true;
            }
            // insert_slice reads its source from the very place it writes.
            return module.kind(read.op) == OpKind::InsertSlice
                && read.operand == 0
                && self.is_slice_of_dest(read.op, read_value);
        }
        // What is written is the part that the reading insert_slice replaces by it anyway.
        module.kind(read.op) == OpKind::InsertSlice
            && read.operand == 1
            && self.is_slice_of_dest(read.op, write.overwritten)
            && same_buffer(self, write.overwritten, module.operand(read.op, 0))
    }

    /// True if `value` is in the buffer of an extract_slice of the destination with the same offsets, sizes and strides.
    fn is_slice_of_dest(&mut self, insert: Op, value: Value) -> bool {
        let module = self.module;
        let dest = module.operand(insert, 1);
        let slices: Vec<Op> = self
            .equivalent
            .members(value)
            .to_vec()
            .into_iter()
            .filter_map(|v| module.defining_op(v).filter(|&op| module.kind(op) == OpKind::Slice))
            .collect();
        slices.into_iter().any(|s| facts::same_slice(module, s, insert) && self.equivalent.together(module.operand(s, 0), dest))
    }
}
