//! The steps of a schedule, before it is known on which op they are done.

use fastrand::Rng;
use std::fmt;

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Tiles an op with `scf.for`.
    TileFor,
    /// Tiles an op with `scf.forall`.
    TileForall,
    /// The same, for a number of threads.
    TileThreads,
    /// Splits a reduction into partial ones.
    TileReduction,
    /// Computes a producer inside a loop.
    FuseProducer,
    /// Computes a consumer inside a loop.
    FuseConsumer,
    /// Tiles an op and computes its producers inside the loops.
    TileAndFuse,
    /// The same with `scf.forall`.
    TileAndFuseForall,
    /// Makes vectors of all that is small enough.
    Vectorize,
    /// Tidies up between steps.
    Canonicalize,
}

/// A tile size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// This many.
    Const(i64),
    /// As many as the loop has iterations, and so many more.
    Near(i64),
    /// This many, by a value that the pass does not know.
    Open(i64),
}

/// A step of a schedule.
#[derive(Clone, Debug)]
pub struct Step {
    /// What it does.
    pub kind: Kind,
    /// Which of the ops that could be meant.
    pub at: usize,
    /// A size for each loop, as many as there are.
    pub sizes: Vec<Size>,
    /// How many sizes there are besides one for each loop.
    pub more: isize,
    /// The loops are listed in another order.
    pub interchange: Option<u64>,
    /// The loops over tiles are peeled, where they can be.
    pub peel: bool,
    /// What the pass would refuse is not asked for, where that is easily seen.
    pub careful: bool,
}

/// Sizes that are drawn for loops that are not whole.
const SIZES: [Size; 16] = [
    Size::Const(1),
    Size::Const(1),
    Size::Const(2),
    Size::Const(2),
    Size::Const(3),
    Size::Const(3),
    Size::Const(4),
    Size::Const(4),
    Size::Const(5),
    Size::Const(7),
    Size::Const(8),
    Size::Near(-1),
    Size::Near(0),
    Size::Near(1),
    Size::Open(3),
    Size::Const(4096),
];

/// Draws step `n` of a schedule; the first tiles something.
pub fn draw(rng: &mut Rng, n: usize) -> Step {
    // Programs may have loops of their own to fuse into.
    let tiles = n == 0 && rng.u8(..100) < 92;
    let kind = match rng.u8(..if tiles { 42 } else { 100 }) {
        0..14 => Kind::TileFor,
        14..19 => Kind::TileForall,
        19..23 => Kind::TileThreads,
        23..29 => Kind::TileReduction,
        29..38 => Kind::TileAndFuse,
        38..42 => Kind::TileAndFuseForall,
        42..62 => Kind::FuseProducer,
        62..96 => Kind::FuseConsumer,
        _ => Kind::Canonicalize,
    };
    let whole = [20, 40, 60][rng.usize(..3)];
    let mut size = || match rng.u8(..200) {
        0 | 1 => Size::Const(-1),
        r if r < 2 * whole => Size::Const(0),
        _ => SIZES[rng.usize(..SIZES.len())],
    };
    let sizes = (0..9).map(|_| size()).collect();
    let more = match rng.u8(..100) {
        0..3 => 1,
        3..13 => -1,
        _ => 0,
    };
    let interchange = (rng.u8(..100) < 30).then(|| rng.u64(..));
    let at = rng.usize(..64);
    Step { kind, at, sizes, more, interchange, peel: at % 8 == 6, careful: rng.u8(..100) < 62 }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}
