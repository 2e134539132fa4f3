//! What the analysis decides, and why not.

use std::collections::{HashMap, HashSet};
use std::fmt;
use tilec_ir::{Op, Use, Value};

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
    pub(super) verdicts: HashMap<Use, Result<(), Blocker>>,
    pub(super) order: Vec<Use>,
    /// What parallel loops share and cannot be read from the buffer they write: with the reason.
    pub(super) snapshots: Vec<(Value, Blocker)>,
    /// Results of branches and loops, with the value whose buffer they are.
    pub(super) joined: HashMap<Value, Value>,
    /// Results of `while` that are buffers of their own.
    pub(super) apart: HashSet<Value>,
    /// Slices, reshapes and casts whose contents nobody reads.
    pub(super) unread: HashSet<Value>,
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
