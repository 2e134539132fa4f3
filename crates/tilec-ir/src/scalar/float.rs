//! Float arithmetic that IEEE 754 pins down, and rounding to every float type.

use super::Scalar;
use crate::scalar_op::{BinaryOp, UnaryOp};
use crate::types::ScalarType;

/// Rounds to a 16-bit format with `mant` stored mantissa bits and least normal exponent `emin`.
pub(super) fn narrow(value: f64, mant: u32, emin: i32) -> u64 {
    let bits = value.to_bits();
    let (sign, magnitude) = (bits >> 63 << 15, bits & (u64::MAX >> 1));
    let infinity = 0x7FFF >> mant << mant;
    let least_normal = ((1023 + emin) as u64) << 52;
    sign | if value.is_nan() {
        infinity | 1 << (mant - 1)
    } else if magnitude >= least_normal {
        let shift = 52 - mant;
        let rounded = magnitude + (1 << (shift - 1)) - 1 + (magnitude >> shift & 1);
        ((rounded - least_normal + (1 << 52)) >> shift).min(infinity)
    } else {
        // Adding a power of two whose last place is the least subnormal leaves the rounded multiple in the low bits.
        let anchor = f64::from_bits(((1023 + emin - mant as i32 + 52) as u64) << 52);
        (f64::from_bits(magnitude) + anchor).to_bits() - anchor.to_bits()
    }
}

/// The nearest float of type `to`, rounded once.
pub(super) fn int_to_float(value: i64, to: ScalarType) -> Scalar {
    match to {
        ScalarType::F32 => Scalar::f32(value as f32),
        ScalarType::F64 => Scalar::f64(value as f64),
        // Too large for binary64 to hold exactly: fold the low bits into a sticky one, far below the rounding position.
        _ if value.unsigned_abs() >= 1 << 40 => {
            let sticky = i64::from(value & 0xFFFF != 0) << 16;
            Scalar::from_f64(to, (value & !0xFFFF | sticky) as f64)
        }
        _ => Scalar::from_f64(to, value as f64),
    }
}

pub(super) fn unsigned_to_float(value: u64, to: ScalarType) -> Scalar {
    match (i64::try_from(value), to) {
        (Ok(value), _) => int_to_float(value, to),
        (Err(_), ScalarType::F32) => Scalar::f32(value as f32),
        (Err(_), ScalarType::F64) => Scalar::f64(value as f64),
        // Half of it, the lost bit kept as a sticky one, and doubled: exact, or infinite in f16 anyway.
        (Err(_), _) => {
            let half = int_to_float((value >> 1 | value & 1) as i64, to);
            Scalar::from_f64(to, half.to_f64() * 2.0)
        }
    }
}

/// Truncates toward zero and saturates; NaN gives 0.
pub(super) fn float_to_int(value: f64, to: ScalarType, signed: bool) -> Scalar {
    if signed {
        let max = (to.mask() >> 1) as i64;
        Scalar::new(to, (value as i64).clamp(-max - 1, max) as u64)
    } else {
        Scalar::new(to, (value as u64).min(to.mask()))
    }
}

/// `a·b + c` for operands of a 16-bit format, rounded to odd so that rounding again to the format is exact.
pub(super) fn fma_to_odd(a: f64, b: f64, c: f64) -> f64 {
    let product = a * b; // at most 22 significant bits: exact
    let sum = product + c;
    let back = sum - product;
    let error = (product - (sum - back)) + (c - back);
    if error.is_finite() && error != 0.0 && sum.to_bits() & 1 == 0 {
        let up = (error > 0.0) == (sum > 0.0);
        f64::from_bits(if up { sum.to_bits() + 1 } else { sum.to_bits() - 1 })
    } else {
        sum
    }
}

/// Defines the operations that IEEE 754 pins down, on one native float type.
macro_rules! native_ops {
    ($float:ty, $unary:ident, $binary:ident) => {
        pub(super) fn $unary(op: UnaryOp, a: $float) -> Option<$float> {
            Some(match op {
                UnaryOp::NegF => -a,
                UnaryOp::AbsF => a.abs(),
                UnaryOp::Sqrt => a.sqrt(),
                UnaryOp::Floor => a.floor(),
                UnaryOp::Ceil => a.ceil(),
                UnaryOp::Trunc => a.trunc(),
                UnaryOp::Round => a.round(),
                UnaryOp::RoundEven => a.round_ties_even(),
                _ => return None,
            })
        }

        pub(super) fn $binary(op: BinaryOp, a: $float, b: $float) -> Option<$float> {
            let any_nan = || a.is_nan() || b.is_nan();
            // Both families order −0 below +0.
            let a_is_less = || a < b || a == b && a.is_sign_negative();
            Some(match op {
                BinaryOp::AddF => a + b,
                BinaryOp::SubF => a - b,
                BinaryOp::MulF => a * b,
                BinaryOp::DivF => a / b,
                BinaryOp::RemF => a % b,
                BinaryOp::MaximumF | BinaryOp::MinimumF if any_nan() => <$float>::NAN,
                BinaryOp::MaxNumF | BinaryOp::MinNumF if any_nan() => {
                    if a.is_nan() {
                        b
                    } else {
                        a
                    }
                }
                BinaryOp::MaximumF | BinaryOp::MaxNumF => {
                    if a_is_less() {
                        b
                    } else {
                        a
                    }
                }
                BinaryOp::MinimumF | BinaryOp::MinNumF => {
                    if a_is_less() {
                        a
                    } else {
                        b
                    }
                }
                BinaryOp::CopySign => a.copysign(b),
                _ => return None,
            })
        }
    };
}

native_ops!(f32, unary_f32, binary_f32);
native_ops!(f64, unary_f64, binary_f64);

pub(super) fn is_normal(a: Scalar) -> bool {
    let least = match a.ty {
        ScalarType::F16 => 2f64.powi(-14),
        ScalarType::F64 => f64::MIN_POSITIVE,
        _ => f64::from(f32::MIN_POSITIVE),
    };
    let value = a.to_f64();
    value.is_finite() && value.abs() >= least
}
