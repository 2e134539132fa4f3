//! rsqrt, cbrt and round.

use super::Emit;
use super::ops::{Ops, power_of_two, small_float, small_int};
use crate::scalar_op::{BinaryOp, Predicate, UnaryOp};
use crate::types::ScalarType;

/// `1/√x` for f32 and f64: 0.501 ulp. Division and root round twice (up to 1.5 ulp), so one Newton step follows with the
/// residual `1 − x·y²` computed by fma. `rsqrt(±0) = ±∞`.
pub(super) fn rsqrt<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let root = e.sqrt(x);
    let one = e.num(x, 1.0);
    let y = e.div(&one, &root);
    let (product, product_low) = e.two_product(x, &y);
    let rest = e.nmad(&product, &y, &one);
    let rest = e.nmad(&product_low, &y, &rest);
    let half = e.mul_num(&y, 0.5);
    let better = e.mad(&half, &rest, &y);
    // 0·∞ for x = 0 and x = ∞: there, y is right.
    let regular = e.cmp(Predicate::FOrd, &better, &better);
    e.pick(&regular, &better, &y)
}

/// The cube root on [1, 2], within 2⁻¹⁹.
const CBRT: [f64; 6] = [
    0.4733326258767103,
    0.8381530911715936,
    -0.469218966424679,
    0.20277048104218148,
    -0.05038423855711764,
    0.0053482383158777146,
];
const CBRT_2: f64 = 1.259_921_049_894_873_2;
const CBRT_4: f64 = 1.587_401_051_968_199_4;

/// `∛x` for f64: 0.501 ulp. x = 2^(3q + r)·m; a polynomial, one step of Halley's method, one of Newton's with the cube in
/// two doubles.
pub(super) fn cbrt<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let a = e.abs(x);
    let subnormal = e.cmp_num(Predicate::FOlt, &a, f64::MIN_POSITIVE);
    let enlarged = e.mul_num(&a, 18_014_398_509_481_984.0);
    let normal = e.pick(&subnormal, &enlarged, &a);
    let bits = e.bits_of(&normal);
    let exponent = e.int_op(BinaryOp::ShrUI, &bits, 52);
    let above = e.int_op(BinaryOp::ShlI, &exponent, 52);
    let mantissa = e.int2(BinaryOp::SubI, &bits, &above);
    let mantissa = e.int_op(BinaryOp::Or, &mantissa, 1023 << 52);
    let m = e.bits_to(&mantissa, ScalarType::F64);
    let exponent = small_float(e, &exponent);
    let exponent = e.add_num(&exponent, -1023.0);
    let less = e.add_num(&exponent, -54.0);
    let exponent = e.pick(&subnormal, &less, &exponent);
    // The half keeps the rounded product away from integers.
    let third = e.add_num(&exponent, 0.5);
    let third = e.mul_num(&third, 1.0 / 3.0);
    let q = e.unary(UnaryOp::Floor, third);
    let r = e.mad_num(&q, -3.0, &exponent);

    let y = e.poly(&m, &CBRT);
    let is_one = e.cmp_num(Predicate::FOeq, &r, 1.0);
    let is_two = e.cmp_num(Predicate::FOeq, &r, 2.0);
    let mut factor = |one: f64, two: f64, v: &E::V| {
        let unit = e.num(v, 1.0);
        let factor = e.pick_num(&is_one, one, &unit);
        let factor = e.pick_num(&is_two, two, &factor);
        e.mul(v, &factor)
    };
    let (m, y) = (factor(2.0, 4.0, &m), factor(CBRT_2, CBRT_4, &y));

    let square = e.mul(&y, &y);
    let cube = e.mul(&square, &y);
    let excess = e.sub(&cube, &m);
    let doubled = e.add(&cube, &cube);
    let denominator = e.add(&doubled, &m);
    let step = e.div(&excess, &denominator);
    let y = e.nmad(&y, &step, &y);

    let (square, square_low) = e.two_product(&y, &y);
    let (cube, cube_low) = e.two_product(&square, &y);
    let cube_low = e.mad(&square_low, &y, &cube_low);
    let rest = e.sub(&m, &cube);
    let rest = e.sub(&rest, &cube_low);
    let slope = e.mul_num(&square, 3.0);
    let step = e.div(&rest, &slope);
    let y = e.add(&y, &step);

    let q = small_int(e, &q);
    let scale = power_of_two(e, &q, ScalarType::F64);
    let value = e.mul(&y, &scale);
    let value = e.with_sign(&value, x);
    let finite = e.cmp_num(Predicate::FOlt, &a, f64::INFINITY);
    let value = e.pick(&finite, &value, x);
    let zero = e.cmp_num(Predicate::FOeq, x, 0.0);
    e.pick(&zero, x, &value)
}

/// The nearest integer, halves away from zero; exact, keeps the sign of zero.
pub(super) fn round_half_away<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let whole = e.unary(UnaryOp::Trunc, x.clone());
    let rest = e.sub(x, &whole);
    let rest = e.abs(&rest);
    let up = e.cmp_num(Predicate::FOge, &rest, 0.5);
    let one = e.num(x, 1.0);
    let one = e.with_sign(&one, x);
    let next = e.add(&whole, &one);
    e.pick(&up, &next, &whole)
}
