//! The exponential family in f64: exp, exp2, expm1, and the pieces that the hyperbolic functions, erfc and pow use.

use super::Emit;
use super::ops::{Ops, power_of_two, small_int};
use crate::scalar_op::{BinaryOp, Predicate};
use crate::types::ScalarType;

/// ln 2 as a sum of two doubles.
pub(super) const LN2: (f64, f64) = (std::f64::consts::LN_2, 2.319_046_813_846_299_6e-17);

/// `(eʳ − 1 − r) / r²` for |r| ≤ ln 2 / 2, within 2⁻⁶¹ of eʳ − 1.
const EXP: [f64; 11] = [
    0.5,
    0.16666666666666677,
    0.04166666666666661,
    0.008333333333321466,
    0.0013888888888923825,
    0.00019841269886469143,
    2.480158723740338e-5,
    2.755724391556321e-6,
    2.755735310726199e-7,
    2.5109126119328318e-8,
    2.0889394512938183e-9,
];

/// A value as `(high + low)·2ⁿ`; `low` is much smaller than `high`, `n` is an integral float.
pub(super) struct Scaled<V> {
    pub high: V,
    pub low: V,
    pub n: V,
}

/// `x + extra = n·ln 2 + high + low` with |high| ≤ ln 2 / 2.
fn reduce<E: Emit + ?Sized>(e: &mut E, x: &E::V, extra: Option<&E::V>) -> Scaled<E::V> {
    let scaled = e.mul_num(x, std::f64::consts::LOG2_E);
    let n = e.round_even(&scaled);
    // Exact: both terms are multiples of 2⁻⁵⁴ and the difference is below 1/2.
    let coarse = e.mad_num(&n, -LN2.0, x);
    let fine = e.mul_num(&n, -LN2.1);
    let fine = match extra {
        Some(extra) => e.add(&fine, extra),
        None => fine,
    };
    let (high, low) = e.fast_two_sum(&coarse, &fine);
    Scaled { high, low, n }
}

/// `e^(high + low) − 1 − high` for a reduced argument.
fn tail<E: Emit + ?Sized>(e: &mut E, r: &Scaled<E::V>) -> E::V {
    let p = e.poly(&r.high, &EXP);
    let square = e.mul(&r.high, &r.high);
    let grown = e.mad(&r.low, &r.high, &r.low);
    e.mad(&square, &p, &grown)
}

fn exp_reduced<E: Emit + ?Sized>(e: &mut E, r: Scaled<E::V>) -> Scaled<E::V> {
    let tail = tail(e, &r);
    let one = e.num(&r.high, 1.0);
    let (high, lost) = e.fast_two_sum(&one, &r.high);
    let low = e.add(&lost, &tail);
    Scaled { high, low, n: r.n }
}

/// `e^(x + extra)` for −1100·ln 2 ≤ x ≤ 1100·ln 2 and a much smaller `extra`; `high` is in [0.7, 1.5].
pub(super) fn exp_parts<E: Emit + ?Sized>(e: &mut E, x: &E::V, extra: Option<&E::V>) -> Scaled<E::V> {
    let r = reduce(e, x, extra);
    exp_reduced(e, r)
}

/// `(high + low)·2ⁿ`.
pub(super) fn assemble<E: Emit + ?Sized>(e: &mut E, parts: Scaled<E::V>) -> E::V {
    let sum = e.add(&parts.high, &parts.low);
    e.ldexp(sum, parts.n)
}

/// `eˣ`: 0.53 ulp (0.76 where the result is subnormal). Cody–Waite reduction to |r| ≤ ln 2 / 2 kept in two doubles, a
/// polynomial of degree 12.
pub(super) fn exp<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let x = e.at_most(x, 710.0);
    let x = e.at_least(&x, -746.0);
    let parts = exp_parts(e, &x, None);
    assemble(e, parts)
}

/// `2ˣ`: 0.53 ulp (0.76 where the result is subnormal). The reduction is exact; the fraction times ln 2 is kept in two
/// doubles.
pub(super) fn exp2<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let x = e.at_most(x, 1025.0);
    let x = e.at_least(&x, -1080.0);
    let n = e.round_even(&x);
    let fraction = e.sub(&x, &n);
    let ln2 = e.num(&x, LN2.0);
    let (high, low) = e.two_product(&fraction, &ln2);
    let low = e.mad_num(&fraction, LN2.1, &low);
    let parts = exp_reduced(e, Scaled { high, low, n });
    assemble(e, parts)
}

/// `e^(x) − 1` for −60 ≤ x ≤ 1000 as `(high + low)·2ⁿ`; near 0, `n` is 0 and `high` is x.
pub(super) fn expm1_parts<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> Scaled<E::V> {
    let r = reduce(e, x, None);
    let tail = tail(e, &r);
    // Beyond 2¹⁰⁰ the one does not matter; without the bound 2⁻ⁿ would leave the normal range.
    let bounded = e.at_most(&r.n, 100.0);
    let n = small_int(e, &bounded);
    let zero = e.int(&n, 0);
    let minus_n = e.int2(BinaryOp::SubI, &zero, &n);
    let inverse = power_of_two(e, &minus_n, ScalarType::F64);
    let one = e.num(x, 1.0);
    let minus_inverse = e.neg(&inverse);
    let (unit, unit_low) = e.fast_two_sum(&one, &minus_inverse);
    let (high, lost) = e.fast_two_sum(&unit, &r.high);
    let low = e.add(&lost, &unit_low);
    let low = e.add(&low, &tail);
    Scaled { high, low, n: r.n }
}

/// `eˣ − 1`: 0.9 ulp. As [`exp`], with `1 − 2⁻ⁿ` added before scaling.
pub(super) fn expm1<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let a = e.at_most(x, 710.0);
    let a = e.at_least(&a, -60.0);
    let parts = expm1_parts(e, &a);
    let value = assemble(e, parts);
    keep_tiny(e, x, &value, 5.0e-17)
}

/// `x` where |x| < limit, where the function is x to within half an ulp, else `value`. Keeps −0 and subnormals.
pub(super) fn keep_tiny<E: Emit + ?Sized>(e: &mut E, x: &E::V, value: &E::V, limit: f64) -> E::V {
    let magnitude = e.abs(x);
    let tiny = e.cmp_num(Predicate::FOlt, &magnitude, limit);
    e.pick(&tiny, x, value)
}
