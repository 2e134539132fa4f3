//! Short names for the operations that expansions are made of.

use super::Emit;
use crate::scalar::Scalar;
use crate::scalar_op::{BinaryOp, CastOp, Predicate, UnaryOp};
use crate::types::ScalarType;

/// Constants by value, operands by reference. Inlined, so that the interpreter sees which op it runs.
pub(super) trait Ops: Emit {
    /// The float constant nearest to `value`, of the type of `like`.
    #[inline(always)]
    fn num(&mut self, like: &Self::V, value: f64) -> Self::V {
        let ty = self.ty(like);
        self.constant(Scalar::from_f64(ty, value))
    }

    #[inline(always)]
    fn int(&mut self, like: &Self::V, value: i64) -> Self::V {
        let ty = self.ty(like);
        self.constant(Scalar::from_i64(ty, value))
    }

    #[inline(always)]
    fn add(&mut self, a: &Self::V, b: &Self::V) -> Self::V {
        self.binary(BinaryOp::AddF, a.clone(), b.clone())
    }

    #[inline(always)]
    fn sub(&mut self, a: &Self::V, b: &Self::V) -> Self::V {
        self.binary(BinaryOp::SubF, a.clone(), b.clone())
    }

    #[inline(always)]
    fn mul(&mut self, a: &Self::V, b: &Self::V) -> Self::V {
        self.binary(BinaryOp::MulF, a.clone(), b.clone())
    }

    #[inline(always)]
    fn div(&mut self, a: &Self::V, b: &Self::V) -> Self::V {
        self.binary(BinaryOp::DivF, a.clone(), b.clone())
    }

    #[inline(always)]
    fn add_num(&mut self, a: &Self::V, value: f64) -> Self::V {
        let c = self.num(a, value);
        self.add(a, &c)
    }

    #[inline(always)]
    fn mul_num(&mut self, a: &Self::V, value: f64) -> Self::V {
        let c = self.num(a, value);
        self.mul(a, &c)
    }

    /// `a·b + c`.
    #[inline(always)]
    fn mad(&mut self, a: &Self::V, b: &Self::V, c: &Self::V) -> Self::V {
        self.fma(a.clone(), b.clone(), c.clone())
    }

    /// `a·value + c`.
    #[inline(always)]
    fn mad_num(&mut self, a: &Self::V, value: f64, c: &Self::V) -> Self::V {
        let b = self.num(a, value);
        self.mad(a, &b, c)
    }

    /// `c − a·b`.
    #[inline(always)]
    fn nmad(&mut self, a: &Self::V, b: &Self::V, c: &Self::V) -> Self::V {
        let negated = self.neg(a);
        self.mad(&negated, b, c)
    }

    #[inline(always)]
    fn neg(&mut self, a: &Self::V) -> Self::V {
        self.unary(UnaryOp::NegF, a.clone())
    }

    #[inline(always)]
    fn abs(&mut self, a: &Self::V) -> Self::V {
        self.unary(UnaryOp::AbsF, a.clone())
    }

    #[inline(always)]
    fn sqrt(&mut self, a: &Self::V) -> Self::V {
        self.unary(UnaryOp::Sqrt, a.clone())
    }

    #[inline(always)]
    fn round_even(&mut self, a: &Self::V) -> Self::V {
        self.unary(UnaryOp::RoundEven, a.clone())
    }

    /// `a` with the sign of `b`.
    #[inline(always)]
    fn with_sign(&mut self, a: &Self::V, b: &Self::V) -> Self::V {
        self.binary(BinaryOp::CopySign, a.clone(), b.clone())
    }

    #[inline(always)]
    fn cmp(&mut self, p: Predicate, a: &Self::V, b: &Self::V) -> Self::V {
        self.compare(p, a.clone(), b.clone())
    }

    /// Compares floats with a constant.
    #[inline(always)]
    fn cmp_num(&mut self, p: Predicate, a: &Self::V, value: f64) -> Self::V {
        let b = self.num(a, value);
        self.cmp(p, a, &b)
    }

    #[inline(always)]
    fn pick(&mut self, c: &Self::V, t: &Self::V, f: &Self::V) -> Self::V {
        self.select(c.clone(), t.clone(), f.clone())
    }

    /// `value` where `c` is set, else `f`.
    #[inline(always)]
    fn pick_num(&mut self, c: &Self::V, value: f64, f: &Self::V) -> Self::V {
        let t = self.num(f, value);
        self.pick(c, &t, f)
    }

    /// An integer or logic op with a constant.
    #[inline(always)]
    fn int_op(&mut self, op: BinaryOp, a: &Self::V, value: i64) -> Self::V {
        let b = self.int(a, value);
        self.binary(op, a.clone(), b)
    }

    #[inline(always)]
    fn int2(&mut self, op: BinaryOp, a: &Self::V, b: &Self::V) -> Self::V {
        self.binary(op, a.clone(), b.clone())
    }

    /// A float's bits as an integer of its width.
    #[inline(always)]
    fn bits_of(&mut self, a: &Self::V) -> Self::V {
        let width = self.ty(a).bits() as u16;
        self.cast(CastOp::Bitcast, a.clone(), ScalarType::Int(width))
    }

    #[inline(always)]
    fn bits_to(&mut self, a: &Self::V, ty: ScalarType) -> Self::V {
        self.cast(CastOp::Bitcast, a.clone(), ty)
    }

    /// The polynomial with the given coefficients, constant term first, by Horner's rule with fma.
    #[inline(always)]
    fn poly(&mut self, x: &Self::V, coefficients: &[f64]) -> Self::V {
        let (last, rest) = coefficients.split_last().expect("a polynomial has coefficients");
        let mut value = self.num(x, *last);
        for c in rest.iter().rev() {
            let c = self.num(x, *c);
            value = self.mad(&value, x, &c);
        }
        value
    }

    /// The smaller of `a` and `limit`, or NaN.
    #[inline(always)]
    fn at_most(&mut self, a: &Self::V, limit: f64) -> Self::V {
        let above = self.cmp_num(Predicate::FOgt, a, limit);
        self.pick_num(&above, limit, a)
    }

    /// The larger of `a` and `limit`, or NaN.
    #[inline(always)]
    fn at_least(&mut self, a: &Self::V, limit: f64) -> Self::V {
        let below = self.cmp_num(Predicate::FOlt, a, limit);
        self.pick_num(&below, limit, a)
    }

    /// `|a| ≥ |b|`, or `a` is zero: the exact sum as a rounded value and its error.
    #[inline(always)]
    fn fast_two_sum(&mut self, a: &Self::V, b: &Self::V) -> (Self::V, Self::V) {
        let sum = self.add(a, b);
        let taken = self.sub(&sum, a);
        let error = self.sub(b, &taken);
        (sum, error)
    }

    /// The exact sum as a rounded value and its error.
    #[inline(always)]
    fn two_sum(&mut self, a: &Self::V, b: &Self::V) -> (Self::V, Self::V) {
        let sum = self.add(a, b);
        let b_taken = self.sub(&sum, a);
        let a_taken = self.sub(&sum, &b_taken);
        let a_error = self.sub(a, &a_taken);
        let b_error = self.sub(b, &b_taken);
        let error = self.add(&a_error, &b_error);
        (sum, error)
    }

    /// The exact product as a rounded value and its error (unless that underflows).
    #[inline(always)]
    fn two_product(&mut self, a: &Self::V, b: &Self::V) -> (Self::V, Self::V) {
        let product = self.mul(a, b);
        let negated = self.neg(&product);
        let error = self.mad(a, b, &negated);
        (product, error)
    }
}

impl<E: Emit + ?Sized> Ops for E {}

/// Mantissa bits, exponent bias, and the number whose addition puts an integer into the low mantissa bits.
pub(super) fn layout(ty: ScalarType) -> (i64, i64, f64) {
    if ty == ScalarType::F64 { (52, 1023, 6_755_399_441_055_744.0) } else { (23, 127, 12_582_912.0) }
}

/// An integral float as an integer of the same width; garbage for NaN and beyond 2²¹ (f64: 2⁵⁰).
pub(super) fn small_int<E: Emit + ?Sized>(e: &mut E, n: &E::V) -> E::V {
    let (_, _, anchor) = layout(e.ty(n));
    let anchor = e.num(n, anchor);
    let shifted = e.add(n, &anchor);
    let (bits, anchor) = (e.bits_of(&shifted), e.bits_of(&anchor));
    e.int2(BinaryOp::SubI, &bits, &anchor)
}

/// The f64 value of an `i64` below 2⁵⁰, without a conversion, which few vector units have.
pub(super) fn small_float<E: Emit + ?Sized>(e: &mut E, n: &E::V) -> E::V {
    let anchor = layout(ScalarType::F64).2;
    let bits = e.int_op(BinaryOp::AddI, n, anchor.to_bits() as i64);
    let shifted = e.bits_to(&bits, ScalarType::F64);
    e.add_num(&shifted, -anchor)
}

/// `2ⁿ` from an integer `n` in the exponent range of normal numbers.
pub(super) fn power_of_two<E: Emit + ?Sized>(e: &mut E, n: &E::V, ty: ScalarType) -> E::V {
    let (mantissa, bias, _) = layout(ty);
    let biased = e.int_op(BinaryOp::AddI, n, bias);
    let bits = e.int_op(BinaryOp::ShlI, &biased, mantissa);
    e.bits_to(&bits, ty)
}

/// [`Emit::ldexp`] as two products with powers of two; the first is exact, so there is one rounding.
pub(super) fn ldexp_by_products<E: Emit + ?Sized>(e: &mut E, x: E::V, n: E::V) -> E::V {
    let ty = e.ty(&x);
    let n = small_int(e, &n);
    let half = e.int_op(BinaryOp::ShrSI, &n, 1);
    let rest = e.int2(BinaryOp::SubI, &n, &half);
    let (a, b) = (power_of_two(e, &half, ty), power_of_two(e, &rest, ty));
    let scaled = e.mul(&x, &a);
    e.mul(&scaled, &b)
}
