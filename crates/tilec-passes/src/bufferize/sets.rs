//! Disjoint sets of values, with what is known of each set.

use super::order::is_parallel;
use std::collections::{BTreeSet, HashMap};
use tilec_ir::{Module, Op, SecondaryMap, Value, ValueDef};

/// Numbers of disjoint sets, found from their values.
pub(super) struct Sets<T> {
    parent: Vec<u32>,
    index: SecondaryMap<Value, u32>,
    /// Values in each set.
    count: Vec<u32>,
    data: Vec<T>,
}

/// What is joined when two sets become one; `other` is the smaller.
pub(super) trait Join: Default {
    /// How much work it is to move this one.
    fn size(&self) -> usize;
    /// Takes all of the other.
    fn join(&mut self, other: Self);
}

impl<T: Join> Sets<T> {
    pub(super) fn new() -> Self {
        Self { parent: Vec::new(), index: SecondaryMap::new(u32::MAX), count: Vec::new(), data: Vec::new() }
    }

    /// Gives a value a set of its own, unless it has one.
    pub(super) fn add(&mut self, value: Value) {
        if self.index[value] == u32::MAX {
            self.index[value] = u32::try_from(self.parent.len()).expect("fewer than 2^32 values");
            self.parent.push(self.index[value]);
            self.count.push(1);
            self.data.push(T::default());
        }
    }

    /// The set of a value that was added. Sets are joined to larger ones, so the way is short.
    pub(super) fn find(&self, value: Value) -> usize {
        let mut at = self.index[value] as usize;
        while self.parent[at] as usize != at {
            at = self.parent[at] as usize;
        }
        at
    }

    pub(super) fn get(&self, set: usize) -> &T {
        &self.data[set]
    }

    pub(super) fn of(&mut self, value: Value) -> &mut T {
        let set = self.find(value);
        &mut self.data[set]
    }

    pub(super) fn together(&self, a: Value, b: Value) -> bool {
        self.find(a) == self.find(b)
    }

    /// Makes one set of two; what is known of the smaller is moved, so n values cost n log n in all.
    pub(super) fn unite(&mut self, a: Value, b: Value) {
        let (mut a, mut b) = (self.find(a), self.find(b));
        if a == b {
            return;
        }
        if self.count[a] < self.count[b] {
            std::mem::swap(&mut a, &mut b);
        }
        self.parent[b] = u32::try_from(a).expect("fewer than 2^32 values");
        self.count[a] += self.count[b];
        let mut small = std::mem::take(&mut self.data[b]);
        if self.data[a].size() < small.size() {
            std::mem::swap(&mut self.data[a], &mut small);
        }
        self.data[a].join(small);
    }
}

/// Values that certainly are the same elements in the same places: the slices among them.
#[derive(Default)]
pub(super) struct Same {
    pub(super) slices: Vec<Op>,
}

impl Join for Same {
    fn size(&self) -> usize {
        self.slices.len()
    }

    fn join(&mut self, other: Self) {
        self.slices.extend(other.slices);
    }
}

/// Values that may share memory, and the accesses to them. Reads and writes are numbers into the analysis' tables.
#[derive(Default)]
pub(super) struct Shared {
    /// By the position of what defines the contents read.
    pub(super) reads: BTreeSet<(u32, u32)>,
    /// By position.
    pub(super) writes: BTreeSet<(u32, u32)>,
    /// Writes in parallel regions.
    pub(super) parallel_writes: Vec<u32>,
    /// A value whose memory must not be written.
    pub(super) fixed: Option<Value>,
    /// How many parallel regions are around the values, at least; `None` without values.
    pub(super) depth: Option<u32>,
    /// Loops that carry one of the values, and which of what they carry it is.
    pub(super) carried: HashMap<Op, u32>,
}

impl Join for Shared {
    fn size(&self) -> usize {
        self.reads.len() + self.writes.len() + self.carried.len() + self.parallel_writes.len()
    }

    fn join(&mut self, other: Self) {
        self.reads.extend(other.reads);
        self.writes.extend(other.writes);
        self.parallel_writes.extend(other.parallel_writes);
        self.fixed = self.fixed.or(other.fixed);
        self.depth = [self.depth, other.depth].into_iter().flatten().min();
        self.carried.extend(other.carried);
    }
}

/// How many parallel regions the definition of a value is in. What a parallel loop shares is defined outside of it.
pub(super) fn parallel_depth(module: &Module, value: Value) -> u32 {
    let start = match module.def(value) {
        ValueDef::Result(op, _) => module.parent_op(op),
        ValueDef::Arg(block, _) => module.block_owner(block).and_then(|o| match is_parallel(module.kind(o)) {
            true => module.parent_op(o),
            false => Some(o),
        }),
    };
    let up = std::iter::successors(start, |&o| module.parent_op(o));
    u32::try_from(up.filter(|&o| is_parallel(module.kind(o))).count()).expect("bounded nesting")
}
