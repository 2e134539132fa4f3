//! Minimum and maximum of floats.
//!
//! x86 has `a < b ? a : b` and `a > b ? a : b` as one instruction each: the second operand where one is NaN or both are
//! zeros. What IEEE asks for differs from it in these two cases only, and a known operand rules most of them out. The
//! sequences here are branch-free and hold on any machine; Cranelift's `fmax` takes two to three times as many.

use super::Lower;
use super::float::Format;
use super::value::V;
use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::condcodes::FloatCC;
use tilec_ir::scalar_op::BinaryOp;
use tilec_ir::{Scalar, ScalarType};

/// What is known of a constant operand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    PlusZero,
    MinusZero,
    /// Neither zero nor NaN.
    Other,
}

impl Known {
    fn of(scalar: Scalar) -> Option<Self> {
        let value = scalar.to_f64();
        match value {
            _ if value.is_nan() || !matches!(scalar.ty, ScalarType::F32 | ScalarType::F64) => None,
            0.0 if value.is_sign_negative() => Some(Self::MinusZero),
            0.0 => Some(Self::PlusZero),
            _ => Some(Self::Other),
        }
    }
}

impl Lower<'_> {
    /// One of `maximumf minimumf maxnumf minnumf` on floats or chunks of them.
    pub(super) fn min_max(&mut self, op: BinaryOp, a: V, b: V, known: (Option<Scalar>, Option<Scalar>)) -> V {
        let max = matches!(op, BinaryOp::MaximumF | BinaryOp::MaxNumF);
        // All four are symmetric: let the constant be `c`.
        let constant = match (known.0.and_then(Known::of), known.1.and_then(Known::of)) {
            (_, Some(k)) => Some((a, b, k)),
            (Some(k), None) => Some((b, a, k)),
            (None, None) => None,
        };
        // The zero that wins: +0 for the maximum.
        let (winner, loser) = if max { (Known::PlusZero, Known::MinusZero) } else { (Known::MinusZero, Known::PlusZero) };
        match (op, constant) {
            // NaN in `x` and a tie both give the second operand: only a tie with the winning zero must not give `x`.
            (BinaryOp::MaximumF | BinaryOp::MinimumF, Some((x, c, k))) if k != winner => self.pick(max, c, x),
            // −0 + 0 is +0, everything else stays.
            (BinaryOp::MaximumF, Some((x, c, _))) => {
                let picked = self.pick(true, c, x);
                self.b.ins().fadd(picked, c)
            }
            (BinaryOp::MaxNumF | BinaryOp::MinNumF, Some((x, c, k))) if k != loser => self.pick(max, x, c),
            (BinaryOp::MaximumF, _) => self.maximum(a, b),
            // OR makes −0 of two zeros and leaves a NaN a NaN.
            (BinaryOp::MinimumF, _) => {
                let (x, y) = (self.pick(false, a, b), self.pick(false, b, a));
                self.b.ins().bor(x, y)
            }
            _ => self.number(max, a, b),
        }
    }

    /// `a > b ? a : b`, or with `<`.
    fn pick(&mut self, max: bool, a: V, b: V) -> V {
        // The one form that the x64 back end makes its instruction of.
        let first = if max { self.b.ins().fcmp(FloatCC::LessThan, b, a) } else { self.b.ins().fcmp(FloatCC::LessThan, a, b) };
        self.choose(first, a, b)
    }

    /// `a` where the comparison `c` holds, else `b`.
    fn choose(&mut self, c: V, a: V, b: V) -> V {
        let ty = self.b.func.dfg.value_type(a);
        if ty.is_vector() {
            let c = self.reinterpret(c, ty);
            self.b.ins().bitselect(c, a, b)
        } else {
            self.b.ins().select(c, a, b)
        }
    }

    /// AND makes +0 of two zeros; a NaN is put back in by OR with all ones.
    fn maximum(&mut self, a: V, b: V) -> V {
        let (x, y) = (self.pick(true, a, b), self.pick(true, b, a));
        let both = self.b.ins().band(x, y);
        let unordered = self.b.ins().fcmp(FloatCC::Unordered, a, b);
        let ty = self.b.func.dfg.value_type(a);
        if ty.is_vector() {
            let nan = self.reinterpret(unordered, ty);
            return self.b.ins().bor(both, nan);
        }
        let nan = self.float_constant(a, Format::of(ty).nan);
        self.b.ins().select(unordered, nan, both)
    }

    /// The number if one operand is NaN: with `b` replaced by `a` where `b` is NaN, only two zeros remain to be put right.
    fn number(&mut self, max: bool, a: V, b: V) -> V {
        let nan = self.b.ins().fcmp(FloatCC::Unordered, b, b);
        let b = self.choose(nan, a, b);
        let picked = self.pick(max, a, b);
        let tie = self.b.ins().fcmp(FloatCC::Equal, a, b);
        let merged = if max { self.b.ins().band(a, b) } else { self.b.ins().bor(a, b) };
        self.choose(tie, merged, picked)
    }
}
