//! The f32 functions that run in inner loops: exp, exp2, log, tanh, erf, in f32 arithmetic without tables.

use super::Emit;
use super::ops::{Ops, power_of_two, small_int};
use crate::scalar_op::{BinaryOp, CastOp, Predicate};
use crate::types::ScalarType;

const LN2_HI: f64 = 0.693_147_182_464_599_6;
const LN2_LO: f64 = -1.904_654_3e-9;

/// `(eʳ − 1 − r) / r²` for |r| ≤ ln 2 / 2, within 2⁻²⁸ of eʳ.
const EXP: [f64; 5] = [0.49999994, 0.16666521, 0.041668255, 0.00836867, 0.0013821697];

/// `eˣ`: 0.90 ulp. Cody–Waite reduction to |r| ≤ ln 2 / 2, a polynomial of degree 6, scaling by 2ⁿ.
pub(super) fn exp<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let x = e.at_most(x, 89.0);
    let x = e.at_least(&x, -104.0);
    let scaled = e.mul_num(&x, std::f64::consts::LOG2_E);
    let n = e.round_even(&scaled);
    let r = e.mad_num(&n, -LN2_HI, &x);
    let r = e.mad_num(&n, -LN2_LO, &r);
    let [c2, c3, c4, c5, c6] = EXP;
    let y = e.poly(&r, &[1.0, 1.0, c2, c3, c4, c5, c6]);
    e.ldexp(y, n)
}

/// `(2ʳ − 1) / r` for |r| ≤ 1/2, within 2⁻²⁷.⁹ of 2ʳ.
const EXP2: [f64; 6] = [std::f64::consts::LN_2, 0.24022643, 0.05550359, 0.009619002, 0.0013391309, 0.00015196732];

/// `2ˣ`: 0.87 ulp. As [`exp`], with an exact reduction.
pub(super) fn exp2<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let x = e.at_most(x, 129.0);
    let x = e.at_least(&x, -151.0);
    let n = e.round_even(&x);
    let r = e.sub(&x, &n);
    let [c1, c2, c3, c4, c5, c6] = EXP2;
    let y = e.poly(&r, &[1.0, c1, c2, c3, c4, c5, c6]);
    e.ldexp(y, n)
}

/// `(ln(1 + f) − f + f²/2) / f³` for |f| ≤ 1/3, within 2⁻³⁰ of the logarithm.
const LOG: [f64; 9] =
    [0.33333334, -0.2499982, 0.19999701, -0.16679603, 0.14301969, -0.12195453, 0.10778762, -0.1284642, 0.119219884];

/// ln 2 with 15 fraction bits, so that its multiples are exact, and the rest.
const LN2_SHORT: (f64, f64) = (0.693_145_751_953_125, 1.4286068e-6);

/// `ln x`: 0.83 ulp. x = 2ᵏ·(1 + f) with |f| ≤ 1/3, a polynomial of degree 11 in f, and k·ln 2 in two parts.
pub(super) fn log<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let subnormal = e.cmp_num(Predicate::FOlt, x, f64::from(f32::MIN_POSITIVE));
    let enlarged = e.mul_num(x, 8_388_608.0);
    let normal = e.pick(&subnormal, &enlarged, x);
    let bits = e.bits_of(&normal);
    let above = e.int_op(BinaryOp::SubI, &bits, 0x3F2A_AAAB); // 2/3
    let k = e.int_op(BinaryOp::ShrSI, &above, 23);
    let exponent = e.int_op(BinaryOp::ShlI, &k, 23);
    let m = e.int2(BinaryOp::SubI, &bits, &exponent);
    let m = e.bits_to(&m, ScalarType::F32);
    let k = e.cast(CastOp::SIToFP, k, ScalarType::F32);
    let k_less = e.add_num(&k, -23.0);
    let k = e.pick(&subnormal, &k_less, &k);

    let f = e.add_num(&m, -1.0);
    let ff = e.mul(&f, &f);
    let p = e.poly(&f, &LOG);
    let half = e.num(&f, -0.5);
    let p = e.mad(&p, &f, &half);
    let low = e.mul_num(&k, LN2_SHORT.1);
    let low = e.mad(&ff, &p, &low);
    let base = e.mul_num(&k, LN2_SHORT.0);
    let (high, lost) = e.fast_two_sum(&base, &f);
    let low = e.add(&lost, &low);
    let value = e.add(&high, &low);
    log_special_cases(e, x, &value)
}

/// The logarithm of 0 is −∞, of ∞ is ∞, of anything negative or NaN is NaN.
pub(super) fn log_special_cases<E: Emit + ?Sized>(e: &mut E, x: &E::V, value: &E::V) -> E::V {
    let finite = e.cmp_num(Predicate::FOlt, x, f64::INFINITY);
    let value = e.pick(&finite, value, x);
    let zero = e.cmp_num(Predicate::FOeq, x, 0.0);
    let nan = e.num(x, f64::NAN);
    let pole = e.pick_num(&zero, f64::NEG_INFINITY, &nan);
    let positive = e.cmp_num(Predicate::FOgt, x, 0.0);
    e.pick(&positive, &value, &pole)
}

/// `(tanh(x)/x − 1) / x²` as a polynomial in x² ≤ 1, within 2⁻³⁰ of tanh.
const TANH: [f64; 8] =
    [-0.33333328, 0.13333182, -0.053951774, 0.021779967, -0.008585669, 0.0030680874, -0.0008349916, 0.000119999124];

/// `tanh x`: 0.97 ulp. A polynomial below 1; above, `1 − 2/(e²ˣ + 1)` with the exponential inlined, which needs no scaling
/// care since e²ˣ stays below 2²⁷.
pub(super) fn tanh<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let xx = e.mul(x, x);
    let p = e.poly(&xx, &TANH);
    let p = e.mul(&p, &xx);
    let small = e.mad(&p, x, x);

    let magnitude = e.abs(x);
    let a = e.at_most(&magnitude, 9.03125);
    let scaled = e.mul_num(&a, 2.0 * std::f64::consts::LOG2_E);
    let n = e.round_even(&scaled);
    let r = e.mad_num(&n, -0.5 * LN2_HI, &a);
    let r = e.mad_num(&n, -0.5 * LN2_LO, &r);
    let [c2, c3, c4, c5, c6] = EXP;
    let y = e.poly(&r, &[1.0, 2.0, 4.0 * c2, 8.0 * c3, 16.0 * c4, 32.0 * c5, 64.0 * c6]);
    let n = small_int(e, &n);
    let scale = power_of_two(e, &n, ScalarType::F32);
    let one = e.num(&y, 1.0);
    let denominator = e.mad(&y, &scale, &one);
    let two = e.num(&y, 2.0);
    let rest = e.div(&two, &denominator);
    let large = e.sub(&one, &rest);

    let is_large = e.cmp_num(Predicate::FOge, &magnitude, 1.0);
    let value = e.pick(&is_large, &large, &small);
    e.with_sign(&value, x)
}

/// `erf(x)/x − 1` as a polynomial in x², x ≤ 7/8, within 2⁻³⁰ of erf(x)/x.
const ERF_SMALL: [f64; 7] = [0.12837917, -0.37612635, 0.11283728, -0.02686152, 0.0052068434, -0.0008213796, 8.6911445e-5];

/// The square root of `1 − erf(x)` as a polynomial in x − 1.625 for 7/8 ≤ x ≤ 3.9375, within 2⁻²⁹ of erf.
const ERF_LARGE: [f64; 12] = [
    0.14682053,
    -0.2740498,
    0.18956506,
    -0.03725577,
    -0.022597728,
    0.013186093,
    -2.6496049e-5,
    -0.0017286758,
    0.00036017603,
    0.00010472601,
    -5.3722822e-5,
    6.528793e-6,
];

/// `erf x`: 0.97 ulp. A polynomial below 7/8; above, one minus the square of a polynomial.
pub(super) fn erf<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let xx = e.mul(x, x);
    let p = e.poly(&xx, &ERF_SMALL);
    let small = e.mad(&p, x, x);

    let magnitude = e.abs(x);
    let a = e.at_most(&magnitude, 3.9375);
    let t = e.add_num(&a, -1.625);
    let root = e.poly(&t, &ERF_LARGE);
    let one = e.num(&root, 1.0);
    let large = e.nmad(&root, &root, &one);

    let is_large = e.cmp_num(Predicate::FOge, &magnitude, 0.875);
    let value = e.pick(&is_large, &large, &small);
    e.with_sign(&value, x)
}
