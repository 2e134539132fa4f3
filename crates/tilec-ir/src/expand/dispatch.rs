//! Which operation at which type has which expansion.

use super::half_float::{change_sign, extend, extend_to_f64, from_int, is_half, least_normal, negate, truncate};
use super::trig::{round, widen};
use super::{Emit, arc, classify, erf, exp, float32, half_float, hyperbolic, int, log, pow, root, trig};
use crate::scalar_op::{BinaryOp, CastOp, PairOp, Predicate, TernaryOp, UnaryOp};
use crate::types::ScalarType;

/// Expands a one-operand op, or gives `None` if it is basic (or a bit count) at this type.
pub fn expand_unary<E: Emit + ?Sized>(e: &mut E, op: UnaryOp, a: E::V) -> Option<E::V> {
    let ty = e.ty(&a);
    match ty {
        ScalarType::F16 | ScalarType::BF16 => half_unary(e, op, &a, ty),
        ScalarType::F32 | ScalarType::F64 => classify::classify(e, op, &a, least_normal(ty)).or_else(|| float_unary(e, op, &a)),
        _ => None,
    }
}

fn half_unary<E: Emit + ?Sized>(e: &mut E, op: UnaryOp, a: &E::V, ty: ScalarType) -> Option<E::V> {
    match op {
        UnaryOp::NegF => return Some(negate(e, a)),
        UnaryOp::AbsF => return Some(change_sign(e, a, 0x7FFF, None)),
        UnaryOp::AbsI | UnaryOp::CtLz | UnaryOp::CtTz | UnaryOp::CtPop => return None,
        _ => {}
    }
    let wide = extend(e, a);
    if let Some(truth) = classify::classify(e, op, &wide, least_normal(ty)) {
        return Some(truth);
    }
    let value = unary(e, op, &wide);
    Some(truncate(e, &value, ty))
}

fn float_unary<E: Emit + ?Sized>(e: &mut E, op: UnaryOp, a: &E::V) -> Option<E::V> {
    match op {
        UnaryOp::Rsqrt => return Some(root::rsqrt(e, a)),
        UnaryOp::Round => return Some(root::round_half_away(e, a)),
        UnaryOp::Tan => return Some(trig::tan(e, a)),
        UnaryOp::Sin | UnaryOp::Cos => {
            let [sin, cos] = trig::sincos(e, a);
            return Some(if op == UnaryOp::Sin { sin } else { cos });
        }
        _ => {}
    }
    if e.ty(a) == ScalarType::F64 {
        return f64_unary(op).map(|function| function(e, a));
    }
    let narrow: Option<Function<E>> = match op {
        UnaryOp::Exp => Some(float32::exp),
        UnaryOp::Exp2 => Some(float32::exp2),
        UnaryOp::Log => Some(float32::log),
        UnaryOp::Tanh => Some(float32::tanh),
        UnaryOp::Erf => Some(float32::erf),
        _ => None,
    };
    if let Some(function) = narrow {
        return Some(function(e, a));
    }
    // Rarely used in f32: compute in f64 and round, 0.501 ulp.
    let function = f64_unary::<E>(op)?;
    let wide = widen(e, a);
    let value = function(e, &wide);
    Some(round(e, &value))
}

type Function<E> = fn(&mut E, &<E as Emit>::V) -> <E as Emit>::V;

fn f64_unary<E: Emit + ?Sized>(op: UnaryOp) -> Option<Function<E>> {
    Some(match op {
        UnaryOp::Cbrt => root::cbrt,
        UnaryOp::Exp => exp::exp,
        UnaryOp::Exp2 => exp::exp2,
        UnaryOp::ExpM1 => exp::expm1,
        UnaryOp::Log => log::log,
        UnaryOp::Log2 => log::log2,
        UnaryOp::Log10 => log::log10,
        UnaryOp::Log1p => log::log1p,
        UnaryOp::Asin => arc::asin,
        UnaryOp::Acos => arc::acos,
        UnaryOp::Atan => arc::atan,
        UnaryOp::Sinh => hyperbolic::sinh,
        UnaryOp::Cosh => hyperbolic::cosh,
        UnaryOp::Tanh => hyperbolic::tanh,
        UnaryOp::Asinh => hyperbolic::asinh,
        UnaryOp::Acosh => hyperbolic::acosh,
        UnaryOp::Atanh => hyperbolic::atanh,
        UnaryOp::Erf => erf::erf,
        UnaryOp::Erfc => erf::erfc,
        _ => return None,
    })
}

/// The expansion, or the op itself if it is basic.
fn unary<E: Emit + ?Sized>(e: &mut E, op: UnaryOp, a: &E::V) -> E::V {
    match expand_unary(e, op, a.clone()) {
        Some(value) => value,
        None => e.unary(op, a.clone()),
    }
}

/// The expansion, or the op itself if it is basic.
pub(super) fn binary<E: Emit + ?Sized>(e: &mut E, op: BinaryOp, a: &E::V, b: &E::V) -> E::V {
    match expand_binary(e, op, a.clone(), b.clone()) {
        Some(value) => value,
        None => e.binary(op, a.clone(), b.clone()),
    }
}

/// Expands a two-operand op, or gives `None` if it is basic at this type. `remf` on f32 and f64 counts as basic although
/// it needs a loop: the back end calls a function for it; so do the integer divisions, which may trap.
pub fn expand_binary<E: Emit + ?Sized>(e: &mut E, op: BinaryOp, a: E::V, b: E::V) -> Option<E::V> {
    let ty = e.ty(&a);
    if is_half(ty) {
        return Some(half_binary(e, op, &a, &b, ty));
    }
    Some(match op {
        BinaryOp::PowF => pow::powf(e, &a, &b),
        BinaryOp::FPowI => pow::fpowi(e, &a, &b),
        BinaryOp::IPowI => pow::ipowi(e, &a, &b),
        BinaryOp::Atan2 if ty == ScalarType::F64 => arc::atan2(e, &a, &b),
        BinaryOp::Atan2 => {
            let [a, b] = [widen(e, &a), widen(e, &b)];
            let value = arc::atan2(e, &a, &b);
            round(e, &value)
        }
        _ => return None,
    })
}

fn half_binary<E: Emit + ?Sized>(e: &mut E, op: BinaryOp, a: &E::V, b: &E::V, ty: ScalarType) -> E::V {
    match op {
        BinaryOp::CopySign => change_sign(e, a, 0x7FFF, Some(b)),
        // A bf16 product or quotient can be an f32 subnormal, which f32 arithmetic would round a first time.
        BinaryOp::MulF | BinaryOp::DivF if ty == ScalarType::BF16 => {
            let [a, b] = [a, b].map(|v| extend_to_f64(e, v));
            let value = e.binary(op, a, b);
            truncate(e, &value, ty)
        }
        BinaryOp::FPowI => {
            let wide = extend(e, a);
            let value = pow::fpowi(e, &wide, b);
            let value = truncate(e, &value, ty);
            pow::narrow_power(e, a, b, value)
        }
        _ => {
            let [wide_a, wide_b] = [a, b].map(|v| extend(e, v));
            let value = binary(e, op, &wide_a, &wide_b);
            let value = truncate(e, &value, ty);
            if op == BinaryOp::PowF { pow::narrow_power(e, a, b, value) } else { value }
        }
    }
}

/// Expands a three-operand op, or gives `None` if it is basic at this type.
pub fn expand_ternary<E: Emit + ?Sized>(e: &mut E, op: TernaryOp, a: E::V, b: E::V, c: E::V) -> Option<E::V> {
    match op {
        TernaryOp::Fma if is_half(e.ty(&a)) => Some(half_float::fma(e, &a, &b, &c)),
        TernaryOp::Fma => None,
        TernaryOp::ClampF => {
            let raised = binary(e, BinaryOp::MaximumF, &a, &b);
            Some(binary(e, BinaryOp::MinimumF, &raised, &c))
        }
    }
}

/// Expands a two-result op; `b` is `None` for [`PairOp::SinCos`] only.
///
/// # Panics
/// If an operand is missing.
pub fn expand_pair<E: Emit + ?Sized>(e: &mut E, op: PairOp, a: E::V, b: Option<E::V>) -> [E::V; 2] {
    let two = |b: Option<E::V>| b.expect("the op has two operands");
    match op {
        PairOp::AddUIExtended => int::add_extended(e, &a, &two(b)),
        PairOp::MulSIExtended => int::mul_extended(e, &a, &two(b), true),
        PairOp::MulUIExtended => int::mul_extended(e, &a, &two(b), false),
        PairOp::SinCos => {
            let ty = e.ty(&a);
            if !is_half(ty) {
                return trig::sincos(e, &a);
            }
            let wide = extend(e, &a);
            trig::sincos(e, &wide).map(|v| truncate(e, &v, ty))
        }
    }
}

/// Expands a comparison of 16-bit floats; `None` for all other types.
pub fn expand_compare<E: Emit + ?Sized>(e: &mut E, p: Predicate, a: E::V, b: E::V) -> Option<E::V> {
    if !is_half(e.ty(&a)) {
        return None;
    }
    let [a, b] = [a, b].map(|v| extend(e, &v));
    Some(e.compare(p, a, b))
}

/// Expands a conversion from or to a 16-bit float, or from an integer to a float that is neither i32 nor i64; `None` for
/// the others.
pub fn expand_cast<E: Emit + ?Sized>(e: &mut E, op: CastOp, a: E::V, to: ScalarType) -> Option<E::V> {
    let from = e.ty(&a);
    match op {
        CastOp::ExtF if is_half(from) && to == ScalarType::F64 => Some(extend_to_f64(e, &a)),
        CastOp::ExtF if is_half(from) => Some(extend(e, &a)),
        // Between the 16-bit formats neither contains the other.
        CastOp::ExtF | CastOp::TruncF if is_half(to) => {
            let wide = if is_half(from) { extend(e, &a) } else { a };
            Some(truncate(e, &wide, to))
        }
        CastOp::FPToSI | CastOp::FPToUI if is_half(from) => {
            let wide = extend(e, &a);
            Some(e.cast(op, wide, to))
        }
        CastOp::SIToFP | CastOp::UIToFP => {
            let machine = matches!(from, ScalarType::Int(32 | 64) | ScalarType::Index);
            if machine && !is_half(to) {
                return None;
            }
            let n = pow::machine_int(e, &a, op == CastOp::SIToFP);
            Some(if is_half(to) { from_int(e, &n, op, to) } else { e.cast(op, n, to) })
        }
        _ => None,
    }
}
