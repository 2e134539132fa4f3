//! Ops written as simpler ones: a softmax as the four structured ops that it means (`softmax`), a window of two dimensions of which one is 1
//! as a window of one (`window`): `transform.structured.decompose_interface` and `transform.structured.decompose`.
//!
//! The order and rounding of float reductions stay: what is made of a pinned program is pinned as it would have been. Tensor level.

pub(crate) mod softmax;
pub(crate) mod window;

use std::fmt;

/// Why an op is not decomposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// There is no decomposition of such an op.
    NoDecomposition,
    /// The op is on buffers: intermediate results have no place.
    OnBuffers,
    /// The window and the output have more than one position along both dimensions, or it is not known how many.
    WindowSize,
    /// An operand has no elements: there is no slice of nothing.
    Empty {
        /// The operand.
        operand: usize,
    },
}

impl Blocker {
    /// The name in `docs/passes.md`.
    pub fn name(self) -> &'static str {
        match self {
            Self::NoDecomposition => "no-decomposition",
            Self::OnBuffers => "on-buffers",
            Self::WindowSize => "window-size",
            Self::Empty { .. } => "empty",
        }
    }
}

impl fmt::Display for Blocker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDecomposition => f.write_str("this step has no decomposition of such an op"),
            Self::OnBuffers => f.write_str("it is on buffers, where intermediate results have no place"),
            Self::WindowSize => f.write_str("neither dimension is certainly one position of the window and of the output"),
            Self::Empty { operand } => write!(f, "operand {operand} has no elements to take a part of"),
        }
    }
}
