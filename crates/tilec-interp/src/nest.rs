//! Structured ops as the machine runs them: one access function per operand, loops in sweep order, a compiled body.

use crate::compute::Compute;
use crate::program::{Code, ObjectUse, Reg};
use tilec_ir::{AffineExpr, ScalarType};

/// A structured op.
#[derive(Debug)]
pub(crate) struct Nest {
    /// Inputs first.
    pub(crate) operands: Vec<Operand>,
    pub(crate) outputs: Vec<Output>,
    /// The register of each loop's index.
    pub(crate) indices: Vec<Reg>,
    /// For each loop, the operands and dimensions whose extent is the loop's.
    pub(crate) sources: Vec<Vec<(usize, usize)>>,
    /// The loops around the innermost, outermost first.
    pub(crate) outer: Vec<usize>,
    /// The innermost loop; none if there is no loop, or if lanes are to be filled without a reduction loop.
    pub(crate) inner: Option<usize>,
    pub(crate) body: Code,
}

/// An operand of a structured op.
#[derive(Debug)]
pub(crate) struct Operand {
    pub(crate) source: Source,
    /// The register of the block argument.
    pub(crate) arg: Reg,
    /// True if the body reads the argument.
    pub(crate) read: bool,
    /// One per dimension.
    pub(crate) access: Vec<Index>,
}

/// What an operand of a structured op is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source {
    Scalar(Reg),
    /// A tensor or buffer.
    Object(ObjectUse),
}

/// A result of an indexing map.
#[derive(Debug)]
pub(crate) enum Index {
    /// `constant + Σ coefficient · loop`.
    Linear(i64, Vec<(usize, i64)>),
    /// Anything else.
    Other(AffineExpr),
}

/// What happens to an output; its operand is number `operand`.
#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) operand: usize,
    /// The register of the yielded value.
    pub(crate) yielded: Reg,
    /// The register of the result, for tensors.
    pub(crate) result: Option<Reg>,
    /// How to reduce in lane order, if that is asked for.
    pub(crate) lanes: Option<Combiner>,
}

/// The combiner of a lane-ordered reduction, with the registers of what one iteration contributes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Combiner {
    /// `acc ⊕ x`.
    Binary { op: Compute, x: Reg },
    /// `a · b + acc`, rounded once.
    Fma { ty: ScalarType, a: Reg, b: Reg },
}

/// `expr` as a constant and coefficients, or as it is if it is not linear in the loops.
pub(crate) fn index_of(expr: &AffineExpr, loops: usize) -> Index {
    fn collect(expr: &AffineExpr, factor: i64, constant: &mut i64, coefficients: &mut [i64]) -> Option<()> {
        match expr {
            AffineExpr::Dim(d) => {
                let c = coefficients.get_mut(*d as usize)?;
                *c = c.checked_add(factor)?;
            }
            AffineExpr::Const(c) => *constant = constant.checked_add(c.checked_mul(factor)?)?,
            AffineExpr::Symbol(_) => return None,
            AffineExpr::Binary(op, args) => match op {
                tilec_ir::affine::AffineOp::Add => {
                    collect(&args.0, factor, constant, coefficients)?;
                    collect(&args.1, factor, constant, coefficients)?;
                }
                tilec_ir::affine::AffineOp::Mul => {
                    let factor = factor.checked_mul(args.1.as_const()?)?;
                    collect(&args.0, factor, constant, coefficients)?;
                }
                _ => return None,
            },
        }
        Some(())
    }
    let (mut constant, mut coefficients) = (0, vec![0; loops]);
    match collect(expr, 1, &mut constant, &mut coefficients) {
        Some(()) => Index::Linear(constant, coefficients.into_iter().enumerate().filter(|(_, c)| *c != 0).collect()),
        None => Index::Other(expr.clone()),
    }
}
