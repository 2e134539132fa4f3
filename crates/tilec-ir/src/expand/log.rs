//! The logarithm family in f64: log, log2, log10, log1p, and the two-double logarithm that pow uses.

use super::Emit;
use super::exp::keep_tiny;
use super::float32::log_special_cases;
use super::ops::{Ops, power_of_two, small_float};
use crate::scalar_op::{BinaryOp, Predicate};
use crate::types::ScalarType;

/// `(atanh(s)/s − 1) / s²` as a polynomial in s² ≤ 0.0295, within 2⁻⁶⁶ of atanh(s)/s.
const ATANH: [f64; 8] = [
    0.3333333333333333,
    0.20000000000002444,
    0.1428571428471289,
    0.11111111302352024,
    0.09090889265502632,
    0.07693490777115278,
    0.0662615171336866,
    0.06616722530313028,
];

/// `((atanh(s)/s − 1) / s² − 1/3) / s²`, within 2⁻⁷⁶ of atanh(s)/s.
const ATANH_TAIL: [f64; 9] = [
    0.2,
    0.14285714285713538,
    0.11111111111312817,
    0.09090909061737987,
    0.07692310213863375,
    0.06666530567014983,
    0.058869545141209643,
    0.05169380593849422,
    0.05793043668766347,
];

/// ln 2 with 42 fraction bits, so that k·ln 2 is exact, and the rest.
const LN2_SHORT: (f64, f64) = (0.6931471805598903, 5.497923018708371e-14);
/// log₁₀ 2 in the same form.
const LOG10_2_SHORT: (f64, f64) = (0.30102999566383914, 1.42050232272661e-13);
const LOG2_E: (f64, f64) = (std::f64::consts::LOG2_E, 2.0355273740931033e-17);
const LOG10_E: (f64, f64) = (std::f64::consts::LOG10_E, 1.098319650216765e-17);
const THIRD: (f64, f64) = (0.3333333333333333, 1.850371707708594e-17);

/// A logarithm as `k·ln 2 + high + low`.
pub(super) struct LogParts<V> {
    k: V,
    high: V,
    low: V,
}

/// `x = 2ᵏ·m` with m in [√½, √2], for positive finite x: k as an integer and as a float, and m.
fn split<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> (E::V, E::V, E::V) {
    let subnormal = e.cmp_num(Predicate::FOlt, x, f64::MIN_POSITIVE);
    let enlarged = e.mul_num(x, 18_014_398_509_481_984.0);
    let normal = e.pick(&subnormal, &enlarged, x);
    let bits = e.bits_of(&normal);
    let above = e.int_op(BinaryOp::SubI, &bits, 0x3FE6_A09E_667F_3BCD); // √½
    let int = e.int_op(BinaryOp::ShrSI, &above, 52);
    let exponent = e.int_op(BinaryOp::ShlI, &int, 52);
    let m = e.int2(BinaryOp::SubI, &bits, &exponent);
    let m = e.bits_to(&m, ScalarType::F64);
    let k = small_float(e, &int);
    let k_less = e.add_num(&k, -54.0);
    let k = e.pick(&subnormal, &k_less, &k);
    (int, k, m)
}

/// `s = (f + extra) / (2 + f + extra)` in two doubles; ln(1 + f + extra) is 2·atanh(s).
fn ratio<E: Emit + ?Sized>(e: &mut E, f: &E::V, extra: Option<&E::V>) -> (E::V, E::V) {
    let two = e.num(f, 2.0);
    let (divisor, lost) = e.fast_two_sum(&two, f);
    let divisor_low = match extra {
        Some(extra) => e.add(&lost, extra),
        None => lost,
    };
    let s = e.div(f, &divisor);
    let rest = e.nmad(&s, &divisor, f);
    let rest = match extra {
        Some(extra) => e.add(&rest, extra),
        None => rest,
    };
    let rest = e.nmad(&s, &divisor_low, &rest);
    let s_low = e.div(&rest, &divisor);
    (s, s_low)
}

/// `ln(1 + f + extra)` in two doubles, to 2⁻⁶⁰ or so.
fn log_of_ratio<E: Emit + ?Sized>(e: &mut E, f: &E::V, extra: Option<&E::V>) -> (E::V, E::V) {
    let (s, s_low) = ratio(e, f, extra);
    let square = e.mul(&s, &s);
    let p = e.poly(&square, &ATANH);
    let cube = e.mul(&square, &s);
    let low = e.mad(&cube, &p, &s_low);
    (e.add(&s, &s), e.add(&low, &low))
}

fn log_parts<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> LogParts<E::V> {
    let (_, k, m) = split(e, x);
    let f = e.add_num(&m, -1.0);
    let (high, low) = log_of_ratio(e, &f, None);
    LogParts { k, high, low }
}

/// `k·unit + (high + low)`, where the products with `unit.0` are exact and exceed |high| unless k is 0.
fn combine<E: Emit + ?Sized>(e: &mut E, parts: &LogParts<E::V>, unit: (f64, f64)) -> E::V {
    let base = e.mul_num(&parts.k, unit.0);
    let (high, lost) = e.fast_two_sum(&base, &parts.high);
    let low = e.mad_num(&parts.k, unit.1, &parts.low);
    let low = e.add(&lost, &low);
    e.add(&high, &low)
}

pub(super) fn sum_of_parts<E: Emit + ?Sized>(e: &mut E, parts: &LogParts<E::V>) -> E::V {
    combine(e, parts, LN2_SHORT)
}

/// Scales `high + low` by a constant of two doubles.
fn scale<E: Emit + ?Sized>(e: &mut E, parts: LogParts<E::V>, by: (f64, f64)) -> LogParts<E::V> {
    let factor = e.num(&parts.high, by.0);
    let (high, low) = e.two_product(&parts.high, &factor);
    let low = e.mad_num(&parts.high, by.1, &low);
    let low = e.mad_num(&parts.low, by.0, &low);
    LogParts { k: parts.k, high, low }
}

/// `ln x`: 0.53 ulp. x = 2ᵏ·m, ln m = 2·atanh((m − 1)/(m + 1)) with the quotient in two doubles, an odd polynomial.
pub(super) fn log<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let parts = log_parts(e, x);
    let value = sum_of_parts(e, &parts);
    log_special_cases(e, x, &value)
}

/// `log₂ x`: 0.56 ulp, exact at powers of two. As [`log`], multiplied by log₂ e in two doubles.
pub(super) fn log2<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let parts = log_parts(e, x);
    let parts = scale(e, parts, LOG2_E);
    let value = combine(e, &parts, (1.0, 0.0));
    log_special_cases(e, x, &value)
}

/// `log₁₀ x`: 0.54 ulp. As [`log2`].
pub(super) fn log10<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let parts = log_parts(e, x);
    let parts = scale(e, parts, LOG10_E);
    let value = combine(e, &parts, LOG10_2_SHORT);
    log_special_cases(e, x, &value)
}

/// `ln(1 + high + low)` for finite high ≥ −1 (high > −1 for a finite result).
pub(super) fn log1p_parts<E: Emit + ?Sized>(e: &mut E, high: &E::V, low: &E::V) -> LogParts<E::V> {
    let one = e.num(high, 1.0);
    let (sum, lost) = e.two_sum(&one, high);
    let rest = e.add(&lost, low);
    let (sum, rest) = e.fast_two_sum(&sum, &rest);
    let (int, k, m) = split(e, &sum);
    // The rest is negligible long before its scale 2⁻ᵏ leaves the normal range.
    let int = e.int_op(BinaryOp::MinSI, &int, 1000);
    let zero = e.int(&int, 0);
    let minus_k = e.int2(BinaryOp::SubI, &zero, &int);
    let scale = power_of_two(e, &minus_k, ScalarType::F64);
    let rest = e.mul(&rest, &scale);
    let f = e.add_num(&m, -1.0);
    let (f, rest) = e.fast_two_sum(&f, &rest);
    let (high, low) = log_of_ratio(e, &f, Some(&rest));
    LogParts { k, high, low }
}

/// `ln(1 + x)`: 0.55 ulp. As [`log`], of `1 + x` in two doubles.
pub(super) fn log1p<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let zero = e.num(x, 0.0);
    let parts = log1p_parts(e, x, &zero);
    let value = sum_of_parts(e, &parts);
    let moved = e.add_num(x, 1.0);
    let value = log_special_cases(e, &moved, &value);
    keep_tiny(e, x, &value, 5.0e-17)
}

/// `ln 2x` for x > 2²⁸, else `value`.
pub(super) fn log_of_double<E: Emit + ?Sized>(e: &mut E, x: &E::V, value: &E::V) -> E::V {
    let mut parts = log_parts(e, x);
    parts.k = e.add_num(&parts.k, 1.0);
    let large = sum_of_parts(e, &parts);
    let large = log_special_cases(e, x, &large);
    let is_small = e.cmp_num(Predicate::FOle, x, 268_435_456.0);
    e.pick(&is_small, value, &large)
}

/// `ln x` for x ≥ 0 in two doubles, to 2⁻⁶⁶ or so; −∞, ∞ and NaN where the logarithm is.
pub(super) fn log_pair<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> (E::V, E::V) {
    let (_, k, m) = split(e, x);
    let f = e.add_num(&m, -1.0);
    let (s, s_low) = ratio(e, &f, None);
    let (s, s_low) = e.fast_two_sum(&s, &s_low);
    // s² and s³ in two doubles.
    let (square, square_low) = e.two_product(&s, &s);
    let twice = e.add(&s, &s);
    let square_low = e.mad(&twice, &s_low, &square_low);
    let (cube, cube_low) = e.two_product(&square, &s);
    let cube_low = e.mad(&square, &s_low, &cube_low);
    let cube_low = e.mad(&square_low, &s, &cube_low);
    // 1/3 + s²·(...), then its product with s³.
    let p = e.poly(&square, &ATANH_TAIL);
    let p = e.mul(&p, &square);
    let third = e.num(x, THIRD.0);
    let (factor, factor_low) = e.fast_two_sum(&third, &p);
    let factor_low = e.add_num(&factor_low, THIRD.1);
    let (term, term_low) = e.two_product(&cube, &factor);
    let term_low = e.mad(&cube, &factor_low, &term_low);
    let term_low = e.mad(&cube_low, &factor, &term_low);
    let (sum, lost) = e.fast_two_sum(&s, &term);
    let rest = e.add(&s_low, &term_low);
    let rest = e.add(&lost, &rest);
    let (high, low) = (e.add(&sum, &sum), e.add(&rest, &rest));
    // k·ln 2: the short part is exact.
    let base = e.mul_num(&k, LN2_SHORT.0);
    let (sum, lost) = e.fast_two_sum(&base, &high);
    let (extra, extra_low) = {
        let unit = e.num(x, LN2_SHORT.1);
        e.two_product(&k, &unit)
    };
    let (lost, lost_low) = e.two_sum(&lost, &extra);
    let low = e.add(&low, &extra_low);
    let low = e.add(&low, &lost_low);
    let low = e.add(&lost, &low);
    let (high, low) = e.fast_two_sum(&sum, &low);
    let high = log_special_cases(e, x, &high);
    (high, low)
}

#[cfg(test)]
mod tests {
    #[test]
    fn split_constants_add_up() {
        assert_eq!(super::LN2_SHORT.0 + super::LN2_SHORT.1, std::f64::consts::LN_2);
        assert_eq!(super::LOG10_2_SHORT.0 + super::LOG10_2_SHORT.1, std::f64::consts::LOG10_2);
    }
}
