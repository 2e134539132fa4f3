//! Register tiles: a structured op of small constant size becomes vectors of all its parallel loops at once.
//!
//! The reduction loops are unrolled, in order, so that every element is computed by the very operations that its loop would run; nothing is
//! reordered (mlir-opt's `structured.vectorize` leaves the order of a float sum open). Operands are read by `vector.transfer_read`, results
//! written by `vector.transfer_write`; that the vectors stay in registers is up to the folds of transfers in `canonicalize` and to
//! [`crate::loops::subsets`], which carry them through loops.

mod legality;
mod rewrite;

pub use legality::{Blocker, MAX_LANES, MAX_OPS, Plan, plan};
pub use rewrite::rewrite;

/// The step of a schedule.
pub const NAME: &str = "structured.vectorize";
