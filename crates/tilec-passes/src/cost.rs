//! Profit, never legality: what a loop nest costs, in bytes of memory traffic that take as long.
//!
//! A nest takes the longer of its arithmetic and its traffic (the roofline of Williams, Waterman and Patterson, 2009), and a little for being
//! a nest of its own. The constants are those of one core of a current x86-64 machine; decisions only need their order of magnitude.

use tilec_ir::scalar_op::{BinaryOp, UnaryOp};
use tilec_ir::{AffineMap, DYNAMIC, Module, Op, OpKind, Type};

/// Bytes that memory moves while one simple scalar operation is executed in vector code.
const BYTES_PER_OPERATION: f64 = 0.5;
/// Bytes that memory moves while a nest starts and its result is allocated.
const BYTES_PER_NEST: f64 = 4096.0;
/// What an extent that is not known is taken for.
const NOMINAL_EXTENT: i64 = 64;
/// How often a loop whose trip count is not known is taken to run.
const NOMINAL_TRIPS: f64 = 16.0;
/// Operations that the copies of shared producers may add to one fused op: what keeps ladders of shared producers from growing without
/// bound, however small their tensors are.
pub const MAX_COPIED_OPS: usize = 32;
/// Copies of one producer in one fused op.
pub const MAX_INSTANCES: usize = 4;
/// Results of producers that a fused op may keep: each is one more stream of stores.
pub const MAX_KEPT_RESULTS: usize = 8;
/// Users of a producer that are looked at to find out whether its result can be kept: more make the answer no.
pub const MAX_USERS: usize = 32;

/// What a nest does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// Simple scalar operations.
    pub operations: f64,
    /// Bytes read and written.
    pub bytes: f64,
}

impl Work {
    /// The time of the nest, in bytes.
    pub fn time(self) -> f64 {
        BYTES_PER_NEST + (self.operations * BYTES_PER_OPERATION).max(self.bytes)
    }
}

/// Bytes of a tensor; 0 for a scalar.
pub fn bytes(ty: &Type) -> f64 {
    let Some((shape, elem)) = ty.shape().zip(ty.elem()) else { return 0.0 };
    shape.iter().map(|&e| extent(e)).product::<f64>() * f64::from(u32::try_from(elem.bytes()).unwrap_or(u32::MAX))
}

#[allow(clippy::cast_precision_loss, reason = "an estimate")]
fn extent(e: i64) -> f64 {
    if e == DYNAMIC { NOMINAL_EXTENT as f64 } else { e as f64 }
}

/// How often a payload runs that depends on the loops only through `map`: code generation moves what does not change out of the inner loops,
/// so the loops after the last one that the map uses do not count.
pub fn iterations(extents: &[i64], map: &AffineMap) -> f64 {
    let last = (0..extents.len()).rev().find(|&d| map.uses_dim(d));
    extents[..last.map_or(0, |d| d + 1)].iter().map(|&e| extent(e)).product()
}

/// Simple operations in one run of an op's body.
pub fn body_operations(module: &Module, op: Op) -> f64 {
    module.walk(op).into_iter().skip(1).map(|inner| operations(module, inner)).sum()
}

/// How often an op inside `outer`'s block runs for one run of the ops directly in that block: the product of the trip counts of the loops
/// between.
#[allow(clippy::cast_precision_loss, reason = "an estimate")]
pub fn repeats(module: &Module, op: Op, outer: tilec_ir::Block) -> f64 {
    let mut times = 1.0;
    let mut at = op;
    while module.parent_block(at) != Some(outer) {
        let Some(parent) = module.parent_op(at) else { break };
        times *= match module.kind(parent) {
            OpKind::For => trip_count(module, parent).map_or(NOMINAL_TRIPS, |n| n as f64),
            OpKind::While | OpKind::Forall | OpKind::Parallel | OpKind::AffineFor => NOMINAL_TRIPS,
            _ => 1.0,
        };
        at = parent;
    }
    times
}

/// How often the body of an `scf.for` runs; `None` if a bound or the step is no constant, or the step is not positive.
pub fn trip_count(module: &Module, op: Op) -> Option<i64> {
    let bound = |i: usize| module.constant_int(module.operand(op, i));
    let (lower, upper, step) = (bound(0)?, bound(1)?, bound(2)?);
    let span = upper.saturating_sub(lower).max(0);
    (step > 0).then(|| span / step + i64::from(span % step != 0))
}

fn operations(module: &Module, op: Op) -> f64 {
    match module.kind(op) {
        OpKind::Unary(UnaryOp::NegF | UnaryOp::AbsF | UnaryOp::AbsI) => 1.0,
        OpKind::Unary(UnaryOp::Sqrt | UnaryOp::Floor | UnaryOp::Ceil | UnaryOp::Round | UnaryOp::RoundEven | UnaryOp::Trunc) => {
            4.0
        }
        OpKind::Unary(_) => 20.0,
        OpKind::Binary(BinaryOp::DivF) => 4.0,
        OpKind::Binary(BinaryOp::PowF | BinaryOp::Atan2) => 40.0,
        OpKind::Binary(op) if op == BinaryOp::RemF || op.may_trap() => 20.0,
        OpKind::Binary(_) | OpKind::Ternary(_) | OpKind::Pair(_) | OpKind::Compare { .. } | OpKind::Select | OpKind::Cast(_) => {
            1.0
        }
        OpKind::Extract | OpKind::Load => 4.0,
        OpKind::Constant | OpKind::Yield | OpKind::LoopIndex => 0.0,
        _ => 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_loops_that_a_map_does_not_use_do_not_count() {
        let extents = [8, 16, 32];
        assert_eq!(iterations(&extents, &AffineMap::select(3, [0])), 8.0);
        assert_eq!(iterations(&extents, &AffineMap::select(3, [2])), 8.0 * 16.0 * 32.0);
        assert_eq!(iterations(&extents, &AffineMap::select(3, [])), 1.0);
        assert_eq!(iterations(&[DYNAMIC], &AffineMap::identity(1)), 64.0);
    }

    #[test]
    fn a_nest_takes_the_longer_of_arithmetic_and_traffic() {
        let memory = Work { operations: 10.0, bytes: 1e6 };
        let compute = Work { operations: 1e7, bytes: 1e6 };
        assert_eq!(memory.time(), 4096.0 + 1e6);
        assert_eq!(compute.time(), 4096.0 + 5e6);
    }
}
