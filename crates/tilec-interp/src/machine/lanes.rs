//! The lane order of float reductions.
//!
//! Over the innermost reduction loop, in blocks of 4096: element `i` of a block belongs to lane `i mod 32`; a lane starts as its
//! first element and takes the others in order; lanes are combined by halving; then `acc = acc ⊕ block`, blocks in order. All
//! other loops go around that loop, in order.

use super::Machine;
use crate::compute::Compute;
use crate::error::Run;
use crate::nest::Combiner;
use tilec_ir::numerics::{BLOCK_SIZE, LANE_COUNT};
use tilec_ir::scalar_op::{BinaryOp, TernaryOp};

/// The lanes of a block that is being read; `count` elements so far.
pub(super) struct Lanes {
    combiner: Combiner,
    bits: [u64; LANE_COUNT],
    count: usize,
}

impl Lanes {
    pub(super) fn new(combiner: Combiner) -> Self {
        Self { combiner, bits: [0; LANE_COUNT], count: 0 }
    }

    /// True if the block is to be ended.
    pub(super) fn is_full(&self) -> bool {
        self.count == BLOCK_SIZE
    }

    fn combine(&self, a: u64, b: u64) -> Run<u64> {
        let op = match self.combiner {
            Combiner::Binary { op, .. } => op,
            Combiner::Fma { ty, .. } => Compute::Binary(BinaryOp::AddF, ty, ty),
        };
        op.eval([a, b, 0]).map(|[bits, _]| bits)
    }

    /// Takes the contribution of an iteration.
    pub(super) fn take(&mut self, m: &Machine) -> Run {
        match self.combiner {
            Combiner::Binary { x, .. } => self.push(m.scalar(x)),
            Combiner::Fma { ty, a, b } => {
                let (lane, first) = self.next();
                let op = if first { Compute::Binary(BinaryOp::MulF, ty, ty) } else { Compute::Ternary(TernaryOp::Fma, ty) };
                self.bits[lane] = op.eval([m.scalar(a), m.scalar(b), self.bits[lane]])?[0];
                Ok(())
            }
        }
    }

    /// Takes an element.
    pub(super) fn push(&mut self, x: u64) -> Run {
        let (lane, first) = self.next();
        self.bits[lane] = if first { x } else { self.combine(self.bits[lane], x)? };
        Ok(())
    }

    /// The lane of the next element, and whether the element is its first.
    #[inline]
    fn next(&mut self) -> (usize, bool) {
        let i = self.count;
        self.count += 1;
        (i % LANE_COUNT, i < LANE_COUNT)
    }

    /// Ends a block: the new accumulator.
    pub(super) fn finish(&mut self, acc: u64) -> Run<u64> {
        let present = self.count.min(LANE_COUNT);
        self.count = 0;
        for s in [16, 8, 4, 2, 1].into_iter().filter(|s| *s < present) {
            for l in 0..s {
                if l + s < present {
                    self.bits[l] = self.combine(self.bits[l], self.bits[l + s])?;
                }
            }
        }
        self.combine(acc, self.bits[0])
    }
}
