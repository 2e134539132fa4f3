//! Hyperbolic functions and their inverses in f64.

use super::Emit;
use super::exp::{Scaled, exp_parts, expm1_parts, keep_tiny};
use super::log::{log_of_double, log1p_parts, sum_of_parts};
use super::ops::{Ops, power_of_two, small_int};
use crate::scalar_op::Predicate;
use crate::types::ScalarType;

/// Below this, x is sinh, tanh, asinh and atanh of x to within half an ulp.
const TINY: f64 = 7.450_580_596_923_828e-9; // 2⁻²⁷

/// `n` less one, to halve a scaled value without losing bits to overflow.
fn halve<E: Emit + ?Sized>(e: &mut E, parts: &Scaled<E::V>) -> E::V {
    let sum = e.add(&parts.high, &parts.low);
    let n = e.add_num(&parts.n, -1.0);
    e.ldexp(sum, n)
}

/// `E` and `E / (E + addend)`, both in two doubles, for E = eˣ − 1 with x ≤ 60·ln 2 and an addend of 1 or 2.
struct Ratio<V> {
    high: V,
    low: V,
    quotient: V,
    quotient_low: V,
}

fn ratio<E: Emit + ?Sized>(e: &mut E, parts: &Scaled<E::V>, addend: f64) -> Ratio<E::V> {
    let n = e.at_most(&parts.n, 62.0);
    let n = small_int(e, &n);
    let scale = power_of_two(e, &n, ScalarType::F64);
    let high = e.mul(&parts.high, &scale);
    let low = e.mul(&parts.low, &scale);
    let (high, low) = e.fast_two_sum(&high, &low);
    let addend = e.num(&high, addend);
    let (divisor, lost) = e.two_sum(&high, &addend);
    let divisor_low = e.add(&lost, &low);
    let quotient = e.div(&high, &divisor);
    let rest = e.nmad(&quotient, &divisor, &high);
    let correction = e.nmad(&quotient, &divisor_low, &low);
    let rest = e.add(&rest, &correction);
    let quotient_low = e.div(&rest, &divisor);
    Ratio { high, low, quotient, quotient_low }
}

/// `sinh x`: 0.85 ulp. With E = eˣ − 1: `(E + E/(E + 1)) / 2`, the quotient corrected once; where E is large, `E / 2`.
pub(super) fn sinh<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let magnitude = e.abs(x);
    let a = e.at_most(&magnitude, 712.0);
    let parts = expm1_parts(e, &a);
    let large = halve(e, &parts);
    let r = ratio(e, &parts, 1.0);
    let (sum, lost) = e.fast_two_sum(&r.high, &r.quotient);
    let low = e.add(&r.low, &r.quotient_low);
    let low = e.add(&low, &lost);
    let small = e.add(&sum, &low);
    let small = e.mul_num(&small, 0.5);
    let is_large = e.cmp_num(Predicate::FOgt, &parts.n, 60.0);
    let value = e.pick(&is_large, &large, &small);
    let value = e.with_sign(&value, x);
    keep_tiny(e, x, &value, TINY)
}

/// `cosh x`: 1.1 ulp. With t = eˣ / 2: `t + 1/(4t)`.
pub(super) fn cosh<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let magnitude = e.abs(x);
    let a = e.at_most(&magnitude, 712.0);
    let parts = exp_parts(e, &a, None);
    let half = halve(e, &parts);
    let quarter = e.num(x, 0.25);
    let rest = e.div(&quarter, &half);
    e.add(&half, &rest)
}

/// `tanh x`: 0.75 ulp. With E = e²ˣ − 1 in two doubles: `E / (E + 2)`, the quotient corrected once.
pub(super) fn tanh<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let magnitude = e.abs(x);
    let a = e.at_most(&magnitude, 22.0);
    let doubled = e.add(&a, &a);
    let parts = expm1_parts(e, &doubled);
    let r = ratio(e, &parts, 2.0);
    let value = e.add(&r.quotient, &r.quotient_low);
    let value = e.with_sign(&value, x);
    keep_tiny(e, x, &value, TINY)
}

/// `asinh x`: 1.1 ulp. `log1p(x + x²/(1 + √(1 + x²)))`, or `ln 2x` beyond 2²⁸.
pub(super) fn asinh<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let magnitude = e.abs(x);
    let a = e.at_most(&magnitude, 268_435_456.0);
    let one = e.num(x, 1.0);
    let square = e.mul(&a, &a);
    let root = e.mad(&a, &a, &one);
    let root = e.sqrt(&root);
    let divisor = e.add(&root, &one);
    let growth = e.div(&square, &divisor);
    let (high, low) = e.two_sum(&a, &growth);
    let parts = log1p_parts(e, &high, &low);
    let value = sum_of_parts(e, &parts);
    let value = log_of_double(e, &magnitude, &value);
    let value = e.with_sign(&value, x);
    keep_tiny(e, x, &value, TINY)
}

/// `acosh x`: 1.2 ulp. With t = x − 1: `log1p(t + √(2t + t²))`, or `ln 2x` beyond 2²⁸.
pub(super) fn acosh<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let a = e.at_most(x, 268_435_456.0);
    let t = e.add_num(&a, -1.0);
    let doubled = e.add(&t, &t);
    let root = e.mad(&t, &t, &doubled);
    let root = e.sqrt(&root);
    let (high, low) = e.two_sum(&root, &t);
    let parts = log1p_parts(e, &high, &low);
    let value = sum_of_parts(e, &parts);
    let value = log_of_double(e, x, &value);
    let defined = e.cmp_num(Predicate::FOge, x, 1.0);
    let nan = e.num(x, f64::NAN);
    e.pick(&defined, &value, &nan)
}

/// `atanh x`: 0.55 ulp. `log1p(2x / (1 − x)) / 2` with the quotient in two doubles.
pub(super) fn atanh<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let a = e.abs(x);
    let one = e.num(x, 1.0);
    let minus_a = e.neg(&a);
    let (divisor, divisor_low) = e.fast_two_sum(&one, &minus_a);
    let doubled = e.add(&a, &a);
    let quotient = e.div(&doubled, &divisor);
    let rest = e.nmad(&quotient, &divisor, &doubled);
    let rest = e.nmad(&quotient, &divisor_low, &rest);
    let rest = e.div(&rest, &divisor);
    let parts = log1p_parts(e, &quotient, &rest);
    let value = sum_of_parts(e, &parts);
    let value = e.mul_num(&value, 0.5);
    let pole = e.cmp_num(Predicate::FOeq, &a, 1.0);
    let value = e.pick_num(&pole, f64::INFINITY, &value);
    let value = e.with_sign(&value, x);
    let value = keep_tiny(e, x, &value, TINY);
    let undefined = e.cmp_num(Predicate::FUgt, &a, 1.0);
    e.pick_num(&undefined, f64::NAN, &value)
}
