//! The error function and its complement in f64.

use super::Emit;
use super::exp::{Scaled, assemble, exp_parts};
use super::ops::{Ops, power_of_two, small_int};
use crate::scalar_op::Predicate;
use crate::types::ScalarType;

/// 2/√π as a sum of two doubles.
const TWO_OVER_ROOT_PI: (f64, f64) = (std::f64::consts::FRAC_2_SQRT_PI, 1.533545961316588e-17);

/// `(erf(x)/x − 2/√π) / x²` as a polynomial in x² ≤ 1, within 2⁻⁶².
const ERF: [f64; 12] = [
    -0.3761263890318375,
    0.1128379167095487,
    -0.026866170645074294,
    0.005223977624792323,
    -0.0008548326979379369,
    0.00012055331060580708,
    -1.492559409520486e-5,
    1.6460982579685768e-6,
    -1.635013186043232e-7,
    1.4658615077494084e-8,
    -1.1368564561752367e-9,
    5.950240421981664e-11,
];

/// `(1 + 2x)·exp(x²)·erfc(x)` for 0.49 ≤ x ≤ 28 as a polynomial in q = (x − 4)/(x + 4), within 2⁻⁶⁰; the constant term
/// is a sum of two doubles, the others follow.
const ERFCX_0: (f64, f64) = (1.2329951186255526, -4.587422952424504e-17);
const ERFCX: [f64; 22] = [
    -0.1396211168405625,
    0.015379652102619863,
    0.0680970542546895,
    -0.10103906603631146,
    0.09373283499850421,
    -0.06633036581204997,
    0.03716751553422678,
    -0.01619773405985857,
    0.005031970014977614,
    -0.0007577732736661173,
    -0.00019925694700397578,
    0.0001506216092770943,
    -2.4398118916445338e-5,
    -1.122184803835838e-5,
    5.706626426361561e-6,
    2.9351647987675865e-7,
    -8.196838263548271e-7,
    7.489331566639994e-8,
    1.033888540262793e-7,
    -1.8023403942442462e-8,
    -9.695340881022245e-9,
    1.8479665047809653e-9,
];

/// `erf x` for |x| ≤ 1 in two doubles.
fn erf_small<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> (E::V, E::V) {
    let square = e.mul(x, x);
    let p = e.poly(&square, &ERF);
    let c_low = e.num(x, TWO_OVER_ROOT_PI.1);
    let p = e.mad(&p, &square, &c_low);
    let c = e.num(x, TWO_OVER_ROOT_PI.0);
    let (high, low) = e.two_product(x, &c);
    let low = e.mad(x, &p, &low);
    (high, low)
}

/// `erfc x` for 0.49 ≤ x ≤ 27.3 as `(high + low)·2ⁿ`.
fn erfc_large<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> Scaled<E::V> {
    let less = e.add_num(x, -4.0);
    let more = e.add_num(x, 4.0);
    let q = e.div(&less, &more);
    let p = e.poly(&q, &ERFCX);
    let c_low = e.num(x, ERFCX_0.1);
    let p = e.mad(&p, &q, &c_low);
    let c = e.num(x, ERFCX_0.0);
    let (p, p_low) = e.fast_two_sum(&c, &p);
    let one = e.num(x, 1.0);
    let doubled = e.add(x, x);
    let (divisor, divisor_low) = e.two_sum(&doubled, &one);
    let quotient = e.div(&p, &divisor);
    let rest = e.nmad(&quotient, &divisor, &p);
    let rest = e.add(&rest, &p_low);
    let rest = e.nmad(&quotient, &divisor_low, &rest);
    let quotient_low = e.div(&rest, &divisor);

    let minus_x = e.neg(x);
    let (square, square_low) = e.two_product(x, &minus_x);
    let exp = exp_parts(e, &square, Some(&square_low));
    let (high, low) = e.two_product(&exp.high, &quotient);
    let low = e.mad(&exp.high, &quotient_low, &low);
    let low = e.mad(&exp.low, &quotient, &low);
    Scaled { high, low, n: exp.n }
}

/// `from − (high + low)·2ⁿ` for a constant `from` of 1 or 2.
fn complement<E: Emit + ?Sized>(e: &mut E, from: f64, parts: &Scaled<E::V>) -> E::V {
    let n = e.at_least(&parts.n, -100.0);
    let n = small_int(e, &n);
    let scale = power_of_two(e, &n, ScalarType::F64);
    let minus_scale = e.neg(&scale);
    let high = e.mul(&parts.high, &minus_scale);
    let from = e.num(&high, from);
    let (sum, lost) = e.fast_two_sum(&from, &high);
    let low = e.mad(&parts.low, &minus_scale, &lost);
    e.add(&sum, &low)
}

/// `erf x`: 0.8 ulp. A polynomial below 11/16; above, `1 − erfc x`.
pub(super) fn erf<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let magnitude = e.abs(x);
    let (high, low) = erf_small(e, &magnitude);
    let small = e.add(&high, &low);
    let a = e.at_least(&magnitude, 0.6875);
    let a = e.at_most(&a, 6.0);
    let parts = erfc_large(e, &a);
    let large = complement(e, 1.0, &parts);
    let is_large = e.cmp_num(Predicate::FOge, &magnitude, 0.6875);
    let value = e.pick(&is_large, &large, &small);
    e.with_sign(&value, x)
}

/// `erfc x`: 1.2 ulp. `exp(−x²)/(1 + 2x)` times a polynomial in (x − 4)/(x + 4) from 1/2 on; below, `1 − erf x`; for
/// negative x, the complement to 2.
pub(super) fn erfc<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let magnitude = e.abs(x);
    let (high, low) = erf_small(e, x);
    let (minus_high, minus_low) = (e.neg(&high), e.neg(&low));
    let one = e.num(x, 1.0);
    let (sum, lost) = e.fast_two_sum(&one, &minus_high);
    let low = e.add(&lost, &minus_low);
    let small = e.add(&sum, &low);

    let a = e.at_least(&magnitude, 0.5);
    let a = e.at_most(&a, 27.3);
    let parts = erfc_large(e, &a);
    let left = complement(e, 2.0, &parts);
    let right = assemble(e, parts);
    let negative = e.cmp_num(Predicate::FOlt, x, 0.0);
    let large = e.pick(&negative, &left, &right);
    let is_large = e.cmp_num(Predicate::FOge, &magnitude, 0.5);
    e.pick(&is_large, &large, &small)
}
