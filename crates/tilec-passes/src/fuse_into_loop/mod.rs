//! Fusion at tile level: what a loop over tiles reads is computed inside it, tile by tile (producers), or what reads its results is (consumers).
//!
//! A producer is computed again for each slice that is read of it; it stays for its other users. A consumer goes: each of its tiles follows the
//! tile it reads, in the same iteration. Legality gives a plan or a [`Blocker`]; nothing changes if there is a blocker.

mod consumer;
mod greedy;
mod options;
mod partition;
mod producer;

pub use consumer::fuse_consumer;
pub use greedy::{TiledAndFused, tile_and_fuse};
pub use options::{NAME, check_option, run, run_with};
pub use producer::{fuse_producer, is_read_inside};

use crate::tile;
use tilec_ir::{Module, Op};

/// Why an op is not fused into a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// The op cannot be tiled so.
    Tile(tile::Blocker),
    /// Nothing inside the loop reads the op, or the op reads nothing of the loop.
    Unrelated,
    /// The op is not a loop, or not of the form that tiling makes.
    NotALoop,
    /// The part that is read has strides.
    Strided,
    /// The result of the producer that is read, or the operand of the consumer, is not indexed by plain loops.
    Map,
    /// Iterations of the loop do not cover each element exactly once, so what one of them has put there is not final.
    Partition,
    /// The consumer computes into the loop's result.
    ResultAsInit,
    /// The consumer reads two parts of the loop's results that do not belong to one tile.
    TilesDiffer,
    /// Something that the consumer needs is computed behind the loop and cannot move.
    Order(Op),
}

impl Blocker {
    /// The name in remarks and in `docs/passes.md`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Tile(blocker) => blocker.name(),
            Self::Unrelated => "unrelated",
            Self::NotALoop => "not-a-loop",
            Self::Strided => "strided",
            Self::Map => "result-map",
            Self::Partition => "partition",
            Self::ResultAsInit => "result-as-init",
            Self::TilesDiffer => "tiles-differ",
            Self::Order(_) => "order",
        }
    }

    /// One line for the remark about this op.
    pub fn message(&self, module: &Module, op: Op) -> String {
        match self {
            Self::Tile(blocker) => blocker.message(module, op),
            Self::Unrelated => "nothing in the loop reads the op, and the op reads nothing of the loop".into(),
            Self::NotALoop => "expected a loop over tiles: scf.for or scf.forall that puts slices into tensors".into(),
            Self::Strided => "the part that is read has strides other than 1".into(),
            Self::Map => "the tensor between them is not indexed by plain loops of the op".into(),
            Self::Partition => "the iterations do not cover each element exactly once".into(),
            Self::ResultAsInit => "the op computes into the loop's result".into(),
            Self::TilesDiffer => "the op reads parts of the loop's results that do not belong to one tile".into(),
            Self::Order(needed) => format!("{} is needed, stands behind the loop and cannot move", module.spelling(*needed).name),
        }
    }
}

impl From<tile::Blocker> for Blocker {
    fn from(blocker: tile::Blocker) -> Self {
        Self::Tile(blocker)
    }
}
