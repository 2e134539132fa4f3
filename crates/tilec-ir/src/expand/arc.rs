//! Inverse trigonometric functions in f64.

use super::Emit;
use super::ops::Ops;
use crate::scalar_op::{BinaryOp, Predicate};

const PI: (f64, f64) = (std::f64::consts::PI, 1.2246467991473532e-16);
const HALF_PI: (f64, f64) = (std::f64::consts::FRAC_PI_2, 6.123233995736766e-17);
const QUARTER_PI: (f64, f64) = (std::f64::consts::FRAC_PI_4, 3.061616997868383e-17);
const ATAN_HALF: (f64, f64) = (0.4636476090008061, 2.2698777452961687e-17);

/// `(asin(x)/x − 1) / x²` as a polynomial in x² ≤ 1/4, within 2⁻⁵⁹ of asin(x)/x.
const ASIN: [f64; 13] = [
    0.1666666666666676,
    0.07499999999970822,
    0.04464285717463133,
    0.030381942705480742,
    0.022372215082303103,
    0.017351609876865032,
    0.013980850604184657,
    0.01139863453334492,
    0.010781968414285373,
    0.0036993815815451942,
    0.021725771041483776,
    -0.021026610464691012,
    0.032646801730257524,
];

/// `(atan(t)/t − 1) / t²` as a polynomial in t², |t| ≤ 7/16, within 2⁻⁶² of atan(t)/t.
const ATAN: [f64; 12] = [
    -0.33333333333333315,
    0.19999999999993257,
    -0.14285714284860856,
    0.1111111105699427,
    -0.09090907078184562,
    0.0769225991853222,
    -0.0666590725751617,
    0.05874057075945463,
    -0.05200309765966718,
    0.044337403466997535,
    -0.03193123038433756,
    0.013705637451649672,
];

/// For asin and acos: whether |x| ≤ 1/2, s and its tail with asin(s) = s + tail, where s is |x| or, above 1/2,
/// √((1 − |x|)/2) with `asin |x| = π/2 − 2·asin(s)`.
fn arcsine<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> (E::V, E::V, E::V) {
    let a = e.abs(x);
    let small = e.cmp_num(Predicate::FOle, &a, 0.5);
    let square = e.mul(&a, &a);
    let half = e.num(x, 0.5);
    let halved = e.mad_num(&a, -0.5, &half);
    let z = e.pick(&small, &square, &halved);
    let root = e.sqrt(&halved);
    let rest = e.nmad(&root, &root, &halved);
    let twice = e.add(&root, &root);
    let twice = e.at_least(&twice, f64::MIN_POSITIVE);
    let root_low = e.div(&rest, &twice);
    let s = e.pick(&small, &a, &root);
    let zero = e.num(x, 0.0);
    let low = e.pick(&small, &zero, &root_low);
    let p = e.poly(&z, &ASIN);
    let p = e.mul(&p, &z);
    let tail = e.mad(&p, &s, &low);
    (small, s, tail)
}

/// `base − factor·(s + tail)`, where base exceeds factor·s or is 0.
fn base_minus<E: Emit + ?Sized>(e: &mut E, base: (f64, f64), factor: f64, s: &E::V, tail: &E::V) -> E::V {
    let base_high = e.num(s, base.0);
    let base_low = e.num(s, base.1);
    let s = e.mul_num(s, -factor);
    let (high, lost) = e.fast_two_sum(&base_high, &s);
    let low = e.mad_num(tail, -factor, &base_low);
    let low = e.add(&lost, &low);
    e.add(&high, &low)
}

/// `asin x`: 0.65 ulp. An odd polynomial up to 1/2, above through the half angle with the root in two doubles.
pub(super) fn asin<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let (is_small, s, tail) = arcsine(e, x);
    let small = e.add(&s, &tail);
    let large = base_minus(e, HALF_PI, 2.0, &s, &tail);
    let value = e.pick(&is_small, &small, &large);
    e.with_sign(&value, x)
}

/// `acos x`: 0.65 ulp. As [`asin`].
pub(super) fn acos<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let (is_small, s, tail) = arcsine(e, x);
    let signed = e.with_sign(&s, x);
    let signed_tail = e.with_sign(&tail, x);
    let small = base_minus(e, HALF_PI, 1.0, &signed, &signed_tail);
    let angle = e.add(&s, &tail);
    let near_one = e.add(&angle, &angle);
    let near_minus_one = base_minus(e, PI, 2.0, &s, &tail);
    let negative = e.cmp_num(Predicate::FOlt, x, 0.0);
    let large = e.pick(&negative, &near_minus_one, &near_one);
    e.pick(&is_small, &small, &large)
}

/// `base ± atan(y/x)` for 0 ≤ y ≤ x, where base is 0 or more than π/2 (in two parts) and the sign is minus where
/// `subtract` is set. One division: y/x, or the tangent of the difference from atan 1/2 or atan 1.
fn atan_quotient<E: Emit + ?Sized>(e: &mut E, y: &E::V, x: &E::V, base: (&E::V, &E::V), subtract: &E::V) -> E::V {
    let bound = e.mul_num(x, 7.0 / 16.0);
    let above_half = e.cmp(Predicate::FOgt, y, &bound);
    let bound = e.mul_num(x, 11.0 / 16.0);
    let above_one = e.cmp(Predicate::FOgt, y, &bound);
    let minus_x = e.neg(x);
    let from_one = e.sub(y, x);
    let from_half = e.mad_num(y, 2.0, &minus_x);
    let numerator = e.pick(&above_half, &from_half, y);
    let numerator = e.pick(&above_one, &from_one, &numerator);
    let to_one = e.add(y, x);
    let to_half = e.mad_num(x, 2.0, y);
    let denominator = e.pick(&above_half, &to_half, x);
    let denominator = e.pick(&above_one, &to_one, &denominator);
    let zero = e.cmp_num(Predicate::FOeq, &denominator, 0.0);
    let denominator = e.pick_num(&zero, 1.0, &denominator);
    let t = e.div(&numerator, &denominator);

    let square = e.mul(&t, &t);
    let p = e.poly(&square, &ATAN);
    let cube = e.mul(&square, &t);
    let [high, low] = [0, 1].map(|part| {
        let part = |c: (f64, f64)| if part == 0 { c.0 } else { c.1 };
        let none = e.num(x, 0.0);
        let inner = e.pick_num(&above_half, part(ATAN_HALF), &none);
        e.pick_num(&above_one, part(QUARTER_PI), &inner)
    });
    let (high, lost) = e.fast_two_sum(&high, &t);
    let low = e.add(&low, &lost);
    let low = e.mad(&cube, &p, &low);
    let (minus_high, minus_low) = (e.neg(&high), e.neg(&low));
    let high = e.pick(subtract, &minus_high, &high);
    let low = e.pick(subtract, &minus_low, &low);
    let (sum, lost) = e.fast_two_sum(base.0, &high);
    let low = e.add(&low, base.1);
    let low = e.add(&low, &lost);
    e.add(&sum, &low)
}

/// `atan x`: 0.75 ulp. Reduction to |t| ≤ 7/16 by atan 1/2, π/4 and π/2, an odd polynomial.
pub(super) fn atan<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let a = e.abs(x);
    let one = e.num(x, 1.0);
    let above = e.cmp_num(Predicate::FOgt, &a, 1.0);
    let small = e.pick(&above, &one, &a);
    let large = e.pick(&above, &a, &one);
    let zero = e.num(x, 0.0);
    let base = e.pick_num(&above, HALF_PI.0, &zero);
    let base_low = e.pick_num(&above, HALF_PI.1, &zero);
    let value = atan_quotient(e, &small, &large, (&base, &base_low), &above);
    e.with_sign(&value, x)
}

/// `atan2(y, x)`: 1.2 ulp. As [`atan`], of the smaller magnitude over the larger; signs of zero and infinities as in C.
pub(super) fn atan2<E: Emit + ?Sized>(e: &mut E, y: &E::V, x: &E::V) -> E::V {
    let (ay, ax) = (e.abs(y), e.abs(x));
    let above = e.cmp(Predicate::FOgt, &ay, &ax);
    let small = e.pick(&above, &ax, &ay);
    let large = e.pick(&above, &ay, &ax);
    // Keep sums below overflow; a quotient that loses bits by this is 0 anyway. Two infinities are as good as two ones.
    let huge = e.cmp_num(Predicate::FOgt, &large, 2f64.powi(1000));
    let [small, large] = [small, large].map(|v| {
        let reduced = e.mul_num(&v, 2f64.powi(-100));
        e.pick(&huge, &reduced, &v)
    });
    let equal = e.cmp(Predicate::FOeq, &small, &large);
    let infinite = e.cmp_num(Predicate::FOeq, &small, f64::INFINITY);
    let infinite = e.int2(BinaryOp::And, &equal, &infinite);
    let small = e.pick_num(&infinite, 1.0, &small);
    let large = e.pick_num(&infinite, 1.0, &large);

    let bits = e.bits_of(x);
    let zero_bits = e.int(&bits, 0);
    let left = e.cmp(Predicate::Slt, &bits, &zero_bits);
    let subtract = e.int2(BinaryOp::Xor, &left, &above);
    let [base, base_low] = [0, 1].map(|part| {
        let part = |c: (f64, f64)| if part == 0 { c.0 } else { c.1 };
        let none = e.num(x, 0.0);
        let flat = e.pick_num(&left, part(PI), &none);
        e.pick_num(&above, part(HALF_PI), &flat)
    });
    let value = atan_quotient(e, &small, &large, (&base, &base_low), &subtract);
    e.with_sign(&value, y)
}
