//! Where ops stand to each other: before, after, in loops, in parallel regions.

use tilec_ir::{Block, Module, Op, OpKind, SecondaryMap, Value, ValueDef};

/// The order of two ops in one execution of what contains both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// The first runs before the second, or is around it.
    Before,
    /// The first runs after the second.
    After,
    /// Only one of the two runs.
    Exclusive,
    /// Blocks may run in any order, and repeatedly.
    Unknown,
}

/// The ops of a function, numbered so that those inside an op follow it without a gap.
pub(super) struct Places<'m> {
    module: &'m Module,
    /// First and last number of an op and what is inside it.
    spans: SecondaryMap<Op, (u32, u32)>,
    several_blocks: bool,
}

impl<'m> Places<'m> {
    pub(super) fn of(module: &'m Module, func: Op) -> Self {
        let ops = module.walk(func);
        let mut spans = SecondaryMap::new((0, 0));
        for (n, &op) in (0u32..).zip(&ops) {
            spans[op] = (n, n);
        }
        // What is inside comes later, so going backwards each op knows the end of all that is in it.
        for &op in ops.iter().rev() {
            if let Some(parent) = module.parent_op(op).filter(|_| op != func) {
                let last: (u32, u32) = spans[op];
                spans[parent].1 = spans[parent].1.max(last.1);
            }
        }
        let several_blocks = module.regions(func).first().is_some_and(|&r| module.region_blocks(r).len() > 1);
        Self { module, spans, several_blocks }
    }

    /// First and last number of an op.
    pub(super) fn span(&self, op: Op) -> (u32, u32) {
        self.spans[op]
    }

    /// True if the function has several blocks: numbers do not tell the order there.
    pub(super) fn has_several_blocks(&self) -> bool {
        self.several_blocks
    }

    /// True if `inner` is `outer` or inside it.
    pub(super) fn contains(&self, outer: Op, inner: Op) -> bool {
        let ((first, last), (at, _)) = (self.spans[outer], self.spans[inner]);
        (first..=last).contains(&at)
    }

    /// The op that reads or writes as a whole: a structured op (or another op with a body of scalars) for what is in its body.
    pub(super) fn whole(&self, op: Op) -> Op {
        let mut whole = op;
        let mut at = op;
        while let Some(parent) = self.module.parent_op(at) {
            if matches!(self.module.kind(parent), OpKind::Structured(_)) {
                whole = parent;
            }
            at = parent;
        }
        whole
    }

    /// The loops and parallel regions around an op, innermost first.
    pub(super) fn loops_around(&self, op: Op) -> impl Iterator<Item = Op> + '_ {
        let up = std::iter::successors(self.module.parent_op(op), |&o| self.module.parent_op(o));
        up.filter(|&o| is_loop(self.module.kind(o)))
    }

    /// The parallel regions around an op, innermost first.
    pub(super) fn parallel_around(&self, op: Op) -> impl Iterator<Item = Op> + '_ {
        self.loops_around(op).filter(|&o| is_parallel(self.module.kind(o)))
    }

    /// True if a trip of the loop defines the value anew. What a parallel loop shares is there before any trip.
    pub(super) fn is_defined_in(&self, region: Op, value: Value) -> bool {
        match self.module.def(value) {
            ValueDef::Result(op, _) => op != region && self.contains(region, op),
            ValueDef::Arg(block, _) => self.module.block_owner(block).is_some_and(|owner| match owner == region {
                true => !is_parallel(self.module.kind(region)),
                false => self.contains(region, owner),
            }),
        }
    }

    /// The order of two different ops.
    pub(super) fn order(&self, a: Op, b: Op) -> Order {
        let number = |o: Op| self.spans[o].0;
        if self.contains(a, b) {
            return Order::Before;
        }
        if self.contains(b, a) {
            return Order::After;
        }
        // The smallest op that contains both, and the blocks of it that do.
        let around = std::iter::successors(self.module.parent_op(a), |&o| self.module.parent_op(o));
        let Some(common) = around.into_iter().find(|&o| self.contains(o, b)) else { return Order::Unknown };
        let (x, y) = (self.block_in(common, a), self.block_in(common, b));
        if x == y {
            return if number(a) < number(b) { Order::Before } else { Order::After };
        }
        let region = |b: Option<Block>| b.and_then(|b| self.module.block_region(b));
        if region(x) == region(y) {
            return Order::Unknown;
        }
        match self.module.kind(common) {
            OpKind::If => Order::Exclusive,
            _ if number(a) < number(b) => Order::Before,
            _ => Order::After,
        }
    }

    /// The block of `outer`'s regions that contains `inner`.
    fn block_in(&self, outer: Op, inner: Op) -> Option<Block> {
        let mut at = inner;
        loop {
            let block = self.module.parent_block(at)?;
            match self.module.block_owner(block) {
                Some(owner) if owner != outer => at = owner,
                _ => return Some(block),
            }
        }
    }

    /// True if the two ops are in different blocks of the function's body.
    pub(super) fn in_different_blocks(&self, func: Op, a: Op, b: Op) -> bool {
        self.several_blocks && self.block_in(func, a) != self.block_in(func, b)
    }
}

/// True if what is inside may run more than once.
pub(super) fn is_loop(kind: OpKind) -> bool {
    matches!(kind, OpKind::For | OpKind::AffineFor | OpKind::While | OpKind::Forall | OpKind::Parallel)
}

/// True if what is inside may run at the same time as what is inside another trip.
pub(super) fn is_parallel(kind: OpKind) -> bool {
    matches!(kind, OpKind::Forall | OpKind::Parallel)
}
