//! Each function that no machine instruction computes, as straight-line arithmetic.
//!
//! An expansion is written once over [`Emit`]. Run on the [`Evaluator`] it computes an element; run on an IR builder it
//! emits the ops that compiled code executes. Both perform the same roundings in the same order, so they agree bit for
//! bit, NaN payloads apart. There are no branches: where a function needs cases, all are computed and one is selected.
//!
//! Every product and sum rounds as written (`fma` is explicit). Coefficients are weighted minimax fits made for this
//! crate; each doc string states the largest error seen by `tilec-testing/tests/math_accuracy.rs`, in units in the last
//! place (ulp) of the correctly rounded result. f16 and bf16 functions compute in f32 and round.

mod arc;
mod classify;
mod dispatch;
mod erf;
mod evaluator;
mod exp;
mod float32;
mod half_float;
mod hyperbolic;
mod int;
mod log;
mod ops;
mod pow;
mod root;
mod trig;
mod trig_reduce;

#[cfg(test)]
mod tests;

pub use dispatch::{expand_binary, expand_cast, expand_compare, expand_pair, expand_ternary, expand_unary};
pub use evaluator::Evaluator;

use crate::scalar::Scalar;
use crate::scalar_op::{BinaryOp, CastOp, Predicate, UnaryOp};
use crate::types::ScalarType;

/// A constant array that an expansion reads one element of.
#[derive(Debug)]
pub struct Table {
    /// A name, unique among the tables.
    pub name: &'static str,
    /// The element type.
    pub ty: ScalarType,
    /// The elements' bits.
    pub bits: &'static [u64],
}

/// Where an expansion goes: a computation or a program.
///
/// The methods are *basic* operations, one machine instruction or little more each on f32, f64 and integers of 8 to 64
/// bits: no rounding but IEEE's, no traps. A builder for vectors has vectors as values and splats constants.
pub trait Emit {
    /// A value: an element, or the name of one.
    type V: Clone;

    /// The element type of a value.
    fn ty(&self, v: &Self::V) -> ScalarType;

    /// A constant.
    fn constant(&mut self, c: Scalar) -> Self::V;

    /// One of `NegF AbsF Sqrt Floor Ceil Trunc RoundEven` on f32 and f64.
    fn unary(&mut self, op: UnaryOp, a: Self::V) -> Self::V;

    /// One of `AddF SubF MulF DivF CopySign RemF MaximumF MinimumF MaxNumF MinNumF` on f32 and f64, or of `AddI SubI MulI
    /// And Or Xor ShlI ShrSI ShrUI MaxSI MaxUI MinSI MinUI`; shift amounts are below the width.
    fn binary(&mut self, op: BinaryOp, a: Self::V, b: Self::V) -> Self::V;

    /// `a·b + c` of f32 or f64, rounded once.
    fn fma(&mut self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;

    /// A comparison, giving an `i1`.
    fn compare(&mut self, p: Predicate, a: Self::V, b: Self::V) -> Self::V;

    /// `t` where the `i1` `c` is set, else `f`.
    fn select(&mut self, c: Self::V, t: Self::V, f: Self::V) -> Self::V;

    /// A conversion between f32 and f64, between integers, from i32 or i64 to f32 or f64, from a float to i32 or i64
    /// (saturating), or a bitcast.
    fn cast(&mut self, op: CastOp, a: Self::V, to: ScalarType) -> Self::V;

    /// Element `index` (an `i64`, in bounds) of a table.
    fn lookup(&mut self, table: &'static Table, index: Self::V) -> Self::V;

    /// `x·2ⁿ`, rounded once, for 1/256 < |x| < 4 and an integral float `n` of the same type from −1100 to 1100 (f32: −160
    /// to 160), and for any x where `n` is 0 or the result is normal; NaN if `x` is NaN, whatever `n` then is. A machine
    /// with a scale instruction overrides this.
    fn ldexp(&mut self, x: Self::V, n: Self::V) -> Self::V {
        ops::ldexp_by_products(self, x, n)
    }
}
