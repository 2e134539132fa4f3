//! f16 and bf16: conversions as integer arithmetic, operations through f32 or f64.

use super::Emit;
use super::ops::{Ops, layout};
use crate::scalar::Scalar;
use crate::scalar_op::{BinaryOp, CastOp, Predicate};
use crate::types::ScalarType;

const I16: ScalarType = ScalarType::Int(16);
const I32: ScalarType = ScalarType::Int(32);

/// True for the 16-bit float types.
pub(super) fn is_half(ty: ScalarType) -> bool {
    matches!(ty, ScalarType::F16 | ScalarType::BF16)
}

/// Stored mantissa bits and least normal exponent.
fn format(ty: ScalarType) -> (i64, i64) {
    if ty == ScalarType::F16 { (10, -14) } else { (7, -126) }
}

/// The least positive normal number.
pub(super) fn least_normal(ty: ScalarType) -> f64 {
    match ty {
        ScalarType::F16 => 1.0 / 16_384.0,
        ScalarType::F64 => f64::MIN_POSITIVE,
        _ => f64::from(f32::MIN_POSITIVE),
    }
}

/// The exact f32 value of an f16 or bf16.
pub(super) fn extend<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let half = e.cast(CastOp::Bitcast, x.clone(), I16);
    let bits = e.cast(CastOp::ExtUI, half, I32);
    if e.ty(x) == ScalarType::BF16 {
        let bits = e.int_op(BinaryOp::ShlI, &bits, 16);
        return e.bits_to(&bits, ScalarType::F32);
    }
    let magnitude = e.int_op(BinaryOp::And, &bits, 0x7FFF);
    let sign = e.int2(BinaryOp::Xor, &bits, &magnitude);
    let sign = e.int_op(BinaryOp::ShlI, &sign, 16);
    // Read as an f32, the number is right up to the difference of the exponent biases, subnormals included.
    let shifted = e.int_op(BinaryOp::ShlI, &magnitude, 13);
    let small = e.bits_to(&shifted, ScalarType::F32);
    let scaled = e.mul_num(&small, 2f64.powi(112));
    let finite = e.bits_of(&scaled);
    let special = e.int_op(BinaryOp::Or, &shifted, 0x7F80_0000);
    let infinity = e.int(&magnitude, 0x7C00);
    let is_special = e.cmp(Predicate::Uge, &magnitude, &infinity);
    let value = e.pick(&is_special, &special, &finite);
    let value = e.int2(BinaryOp::Or, &value, &sign);
    e.bits_to(&value, ScalarType::F32)
}

/// An f32 or f64 rounded once to f16 or bf16.
pub(super) fn truncate<E: Emit + ?Sized>(e: &mut E, x: &E::V, to: ScalarType) -> E::V {
    let from = e.ty(x);
    let (from_mantissa, bias, _) = layout(from);
    let (mantissa, least_exponent) = format(to);
    let shift = from_mantissa - mantissa;
    let infinity = 0x7FFF >> mantissa << mantissa;
    let least = (bias + least_exponent) << from_mantissa;

    let bits = e.bits_of(x);
    let magnitude = e.int_op(BinaryOp::And, &bits, (from.mask() >> 1) as i64);
    let sign = e.int2(BinaryOp::Xor, &bits, &magnitude);
    let sign = e.int_op(BinaryOp::ShrUI, &sign, i64::from(from.bits()) - 16);
    // Add half a unit in the last kept place, less one unless that place is odd, and move to the new bias.
    let place = e.int_op(BinaryOp::ShrUI, &magnitude, shift);
    let odd = e.int_op(BinaryOp::And, &place, 1);
    let rounded = e.int2(BinaryOp::AddI, &magnitude, &odd);
    let rounded = e.int_op(BinaryOp::AddI, &rounded, (1 << (shift - 1)) - 1 - least + (1 << from_mantissa));
    let rounded = e.int_op(BinaryOp::ShrUI, &rounded, shift);
    let mut value = e.int_op(BinaryOp::MinUI, &rounded, infinity);
    if least > 1 << from_mantissa {
        // Subnormal results: an addition to a power of two rounds at the right place.
        let a = e.abs(x);
        let anchor = 2f64.powi((least_exponent - mantissa + from_mantissa) as i32);
        let anchor = e.num(x, anchor);
        let sum = e.add(&a, &anchor);
        let (sum, anchor) = (e.bits_of(&sum), e.bits_of(&anchor));
        let small = e.int2(BinaryOp::SubI, &sum, &anchor);
        let bound = e.int(&magnitude, least);
        let is_small = e.cmp(Predicate::Ult, &magnitude, &bound);
        value = e.pick(&is_small, &small, &value);
    }
    let nan = e.int(&value, infinity | 1 << (mantissa - 1));
    let is_nan = e.cmp(Predicate::FUno, x, x);
    let value = e.pick(&is_nan, &nan, &value);
    let value = e.int2(BinaryOp::Or, &value, &sign);
    let value = e.cast(CastOp::TruncI, value, I16);
    e.bits_to(&value, to)
}

/// The sign bit set, cleared or copied: `(x & keep) ^ (y & 0x8000)`, as bits of x's type.
pub(super) fn change_sign<E: Emit + ?Sized>(e: &mut E, x: &E::V, keep: i64, y: Option<&E::V>) -> E::V {
    let ty = e.ty(x);
    let bits = e.bits_of(x);
    let kept = e.int_op(BinaryOp::And, &bits, keep);
    let value = match y {
        Some(y) => {
            let sign = e.bits_of(y);
            let sign = e.int_op(BinaryOp::And, &sign, 0x8000);
            e.int2(BinaryOp::Or, &kept, &sign)
        }
        None => kept,
    };
    e.bits_to(&value, ty)
}

/// `−x`.
pub(super) fn negate<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let ty = e.ty(x);
    let bits = e.bits_of(x);
    let bits = e.int_op(BinaryOp::Xor, &bits, 0x8000);
    e.bits_to(&bits, ty)
}

/// `a·b + c` rounded once.
///
/// The product is exact in f64. The sum is rounded to odd there (an inexact even sum moves toward what it lost), after
/// which rounding to 16 bits is as good as rounding the exact sum.
pub(super) fn fma<E: Emit + ?Sized>(e: &mut E, a: &E::V, b: &E::V, c: &E::V) -> E::V {
    let ty = e.ty(a);
    let [a, b, c] = [a, b, c].map(|v| extend_to_f64(e, v));
    let product = e.mul(&a, &b);
    let (sum, error) = e.two_sum(&product, &c);
    let bits = e.bits_of(&sum);
    let last = e.int_op(BinaryOp::And, &bits, 1);
    let zero = e.int(&last, 0);
    let even = e.cmp(Predicate::Eq, &last, &zero);
    let inexact = e.cmp_num(Predicate::FOne, &error, 0.0);
    let adjust = e.int2(BinaryOp::And, &even, &inexact);
    let error_positive = e.cmp_num(Predicate::FOgt, &error, 0.0);
    let sum_positive = e.cmp_num(Predicate::FOgt, &sum, 0.0);
    let down = e.int2(BinaryOp::Xor, &error_positive, &sum_positive);
    let (one, minus_one) = (e.int(&bits, 1), e.int(&bits, -1));
    let step = e.pick(&down, &minus_one, &one);
    let step = e.pick(&adjust, &step, &zero);
    let bits = e.int2(BinaryOp::AddI, &bits, &step);
    let sum = e.bits_to(&bits, ScalarType::F64);
    truncate(e, &sum, ty)
}

/// The exact f64 value of any float.
pub(super) fn extend_to_f64<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let ty = e.ty(x);
    let x = if is_half(ty) { extend(e, x) } else { x.clone() };
    if ty == ScalarType::F64 { x } else { e.cast(CastOp::ExtF, x, ScalarType::F64) }
}

/// An i32 or i64 (`index`) rounded once to f16 or bf16.
pub(super) fn from_int<E: Emit + ?Sized>(e: &mut E, n: &E::V, op: CastOp, to: ScalarType) -> E::V {
    if to == ScalarType::F16 {
        // Exact in f32 below 2¹⁷; beyond, infinite either way.
        let wide = e.cast(op, n.clone(), ScalarType::F32);
        return truncate(e, &wide, to);
    }
    if e.ty(n).bits() <= 32 {
        let wide = e.cast(op, n.clone(), ScalarType::F64);
        return truncate(e, &wide, to);
    }
    // Fold the low bits into one sticky bit where f64 could not hold them; the rounding position is far above.
    let top = e.int_op(BinaryOp::ShrUI, n, 40);
    let zero = e.int(n, 0);
    let fits = e.cmp(Predicate::Eq, &top, &zero);
    let low = e.int_op(BinaryOp::And, n, 0xFFFF);
    let carried = e.int_op(BinaryOp::AddI, &low, 0xFFFF);
    let sticky = e.int_op(BinaryOp::And, &carried, 0x1_0000);
    let high = e.int2(BinaryOp::Xor, n, &low);
    let folded = e.int2(BinaryOp::Or, &high, &sticky);
    // Small negative numbers fail the test above; they must not be folded either.
    let above = e.int_op(BinaryOp::ShrSI, n, 40);
    let all_ones = e.int(n, -1);
    let negative_fits =
        if op == CastOp::SIToFP { e.cmp(Predicate::Eq, &above, &all_ones) } else { e.constant(Scalar::zero(ScalarType::I1)) };
    let fits = e.int2(BinaryOp::Or, &fits, &negative_fits);
    let value = e.pick(&fits, n, &folded);
    let wide = e.cast(op, value, ScalarType::F64);
    truncate(e, &wide, to)
}
