//! Rewrites of loops, for schedules: the last partial trip split off (`peel`), several trips in one (`unroll`), what does not vary moved out
//! (`hoist`, `subsets`), parallel loops in order (`forall_to_for`).
//!
//! Each is one function on one loop: it finds out whether the rewrite is legal, which gives a plan or a [`Blocker`], and makes it. Nothing
//! changes if it is not. Bits stay the same, on every shape, also where a loop makes no trips; and no error at run time is added.

mod forall_to_for;
mod hoist;
mod peel;
mod subsets;
mod unroll;

pub use forall_to_for::forall_to_for;
pub use hoist::hoist_invariants;
pub use peel::peel;
pub use subsets::hoist_subsets;
pub use unroll::{Unrolled, unroll};

use crate::canonicalize::affine::Applied;
use std::fmt;
use tilec_ir::verify::is_affine_symbol;
use tilec_ir::{AffineExpr, AffineMap, Attr, Module, Op, OpKind, Type, Value};

/// Why a loop stays as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// It is another op.
    NotALoop {
        /// What was expected.
        expected: &'static str,
        /// What it is.
        found: &'static str,
    },
    /// The induction variable is not of type `index`, or compared without sign.
    NotIndex,
    /// The step is not constant, and computed in an `affine.for`: no affine map takes it then.
    StepVaries,
    /// An unroll factor of zero.
    ZeroFactor,
    /// There would be too many ops, or a step too large.
    TooLarge,
    /// No carried tensor has one part that every trip takes out and puts back.
    NoSubset,
    /// The body uses more of the tensor than that part.
    OtherPart,
    /// The part is another one in each trip.
    PartVaries,
    /// The loop may make no trips, and then what moves out of it could stop the program.
    MayStop,
}

impl Blocker {
    /// The name in `docs/passes.md`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NotALoop { .. } => "not-a-loop",
            Self::NotIndex => "not-index",
            Self::StepVaries => "step-varies",
            Self::ZeroFactor => "zero-factor",
            Self::TooLarge => "too-large",
            Self::NoSubset => "no-subset",
            Self::OtherPart => "other-part",
            Self::PartVaries => "part-varies",
            Self::MayStop => "may-stop",
        }
    }
}

impl fmt::Display for Blocker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotALoop { expected, found } => write!(f, "expected {expected}, found {found}"),
            Self::NotIndex => f.write_str("the induction variable is not of type index, or compared without sign"),
            Self::StepVaries => f.write_str("the step is computed in an affine loop"),
            Self::ZeroFactor => f.write_str("the factor is zero"),
            Self::TooLarge => f.write_str("the unrolled loop would be too large"),
            Self::NoSubset => f.write_str("no part of a carried tensor is taken out and put back in every trip"),
            Self::OtherPart => f.write_str("the body uses more of the tensor than the part that it puts back"),
            Self::PartVaries => f.write_str("the part is another one in each trip"),
            Self::MayStop => f.write_str("the loop may make no trips, and the part may not be inside the tensor"),
        }
    }
}

/// Refuses what is not an `scf.for` over `index` with a step that affine maps take.
fn is_counted(module: &Module, op: Op) -> Result<(), Blocker> {
    if module.kind(op) != OpKind::For {
        return Err(Blocker::NotALoop { expected: "scf.for", found: module.spelling(op).name });
    }
    let unsigned = module.attr(op, "unsignedCmp").is_some_and(|a| *a != Attr::Bool(false));
    if *module.ty(module.operand(op, 0)) != Type::INDEX || unsigned {
        return Err(Blocker::NotIndex);
    }
    let step = module.operand(op, 2);
    let in_affine_loop =
        || std::iter::successors(Some(op), |&o| module.parent_op(o)).any(|o| module.kind(o) == OpKind::AffineFor);
    if module.constant_int(step).is_none() && !is_affine_symbol(module, step) && in_affine_loop() {
        return Err(Blocker::StepVaries);
    }
    Ok(())
}

/// The bounds and the step of an `scf.for`, as inputs of an affine map.
struct Inputs {
    /// Lower bound, upper bound, step.
    exprs: [AffineExpr; 3],
    operands: Vec<Value>,
    dims: u32,
}

impl Inputs {
    fn of(module: &Module, op: Op) -> Self {
        let values = [0, 1, 2].map(|i| module.operand(op, i));
        // The step divides, so it is a symbol.
        let symbols = [0, 1, 2].map(|i| i == 2 || is_affine_symbol(module, values[i]));
        let number = |i: usize| (0..i).filter(|&j| symbols[j] == symbols[i]).count().try_into().expect("three inputs");
        let exprs = [0, 1, 2].map(|i| if symbols[i] { AffineExpr::Symbol(number(i)) } else { AffineExpr::Dim(number(i)) });
        let pick = |symbol: bool| (0..3).filter(move |&i| symbols[i] == symbol).map(|i| values[i]);
        let operands: Vec<Value> = pick(false).chain(pick(true)).collect();
        Self { exprs, operands, dims: symbols.iter().filter(|s| !**s).count().try_into().expect("three inputs") }
    }

    /// The greatest of these.
    fn greatest(self, results: Vec<AffineExpr>) -> Applied {
        let symbols = 3 - self.dims;
        Applied { map: AffineMap { dims: self.dims, symbols, results: results.into() }, operands: self.operands }
    }
}
