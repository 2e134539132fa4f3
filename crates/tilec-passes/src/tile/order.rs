//! Which loops of a structured op take the elements of a sum in order, and what tiling leaves of that order.

use crate::index::Index;
use std::cmp::Ordering;
use tilec_ir::numerics::{BLOCK_SIZE, is_lane_ordered};
use tilec_ir::scalar_op::BinaryOp;
use tilec_ir::{Attr, IteratorKind, Module, Op, OpKind, Structured};

/// What a tiling would do to the order of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Its tile loop would stand outside that of a reduction loop before it.
    Interchanged,
    /// A reduction loop before it would start anew in each of its tiles.
    EarlierLoop(usize),
    /// The loop runs in lanes, blocks of 4096 elements, which tiles must not cut.
    Lanes,
    /// The op takes all of the loop at once.
    Whole,
}

impl Order {
    /// One line.
    pub fn message(self) -> String {
        match self {
            Self::Interchanged => "its tiles would run outside those of a reduction loop before it".into(),
            Self::EarlierLoop(d) => format!("d{d}, before it, would run anew in each of its tiles; give d{d} tiles of 1"),
            Self::Lanes => format!("it runs in 32 lanes over blocks of {BLOCK_SIZE}, so tiles must be multiples of {BLOCK_SIZE}"),
            Self::Whole => "the op needs all of it at once".into(),
        }
    }
}

/// The loops whose iterations meet in one element of an output, if their order matters there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ordered {
    /// In the order they have.
    pub(crate) loops: Vec<usize>,
    /// The one that runs in lanes.
    pub(crate) lanes: Option<usize>,
}

/// The loops whose order matters to an output.
pub(crate) fn ordered_loops(module: &Module, view: &Structured<'_>, output: usize) -> Ordered {
    let map = &view.maps()[view.num_inputs() + output];
    let iterators = view.iterators();
    let combiner = combiner(module, view, output);
    if combiner.is_some_and(|c| is_order_free(module, c)) {
        return Ordered::default();
    }
    let loops: Vec<usize> = (0..iterators.len()).filter(|&d| !map.results.iter().any(|e| e.as_dim() == Some(d))).collect();
    let is_lanes = combiner.is_some_and(|c| is_lane_ordered(module, c));
    let lanes = loops.iter().copied().rfind(|&d| iterators[d] == IteratorKind::Reduction).filter(|_| is_lanes);
    Ordered { loops, lanes }
}

impl Ordered {
    /// Refuses a tiling that changes the order: the loop, and what would happen to it.
    pub(super) fn check(&self, sizes: &[Index], order: &[usize], extents: &[i64]) -> Result<(), (usize, Order)> {
        let cut = |d: usize| !sizes[d].is(0) && !sizes[d].as_const().is_some_and(|s| extents[d] >= 0 && s >= extents[d]);
        let single = |d: usize| sizes[d].is(1) || (0..=1).contains(&extents[d]);
        let place = |d: usize| order.iter().position(|&o| o == d);
        for (n, &d) in self.loops.iter().enumerate().filter(|(_, d)| cut(**d)) {
            if self.lanes == Some(d) && sizes[d].as_const().is_none_or(|s| s % BLOCK_SIZE as i64 != 0) {
                return Err((d, Order::Lanes));
            }
            for &earlier in &self.loops[..n] {
                if !single(earlier) {
                    return Err((d, Order::EarlierLoop(earlier)));
                }
                let wrong = place(earlier).is_some_and(|e| place(d).map(|p| p.cmp(&e)) == Some(Ordering::Less));
                if wrong && !(0..=1).contains(&extents[earlier]) {
                    return Err((d, Order::Interchanged));
                }
            }
        }
        Ok(())
    }
}

/// The op of the body that takes the accumulator of an output and gives its next value, if that is all that happens to it.
pub(crate) fn combiner(module: &Module, view: &Structured<'_>, output: usize) -> Option<Op> {
    let accumulator = view.body_args()[view.num_inputs() + output];
    let op = module.defining_op(*view.yields().get(output)?)?;
    let uses: &[_] = module.uses(accumulator);
    let is_operand = module.operands(op).filter(|&v| v == accumulator).count() == 1;
    let alone = uses.len() == 1 && uses[0].op == op && module.uses(module.results(op)[0]).len() == 1;
    (is_operand && alone && module.parent_block(op) == Some(view.body())).then_some(op)
}

/// True if the order in which elements are combined does not matter: integer arithmetic, minima and maxima, and what may be reassociated.
pub(crate) fn is_order_free(module: &Module, combiner: Op) -> bool {
    let OpKind::Binary(op) = module.kind(combiner) else { return false };
    let reassociates = || {
        let flags = module.attr(combiner, "fastmath").and_then(Attr::as_str);
        flags.is_some_and(|f| f.split(',').any(|f| matches!(f.trim(), "reassoc" | "fast")))
    };
    match op {
        BinaryOp::AddI
        | BinaryOp::MulI
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Xor
        | BinaryOp::MaxSI
        | BinaryOp::MinSI
        | BinaryOp::MaxUI
        | BinaryOp::MinUI
        | BinaryOp::MaximumF
        | BinaryOp::MinimumF
        | BinaryOp::MaxNumF
        | BinaryOp::MinNumF => true,
        BinaryOp::AddF | BinaryOp::MulF => reassociates(),
        _ => false,
    }
}
