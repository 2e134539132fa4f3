//! Argument reduction for sine, cosine and tangent: x·2/π modulo 4, over the whole range.
//!
//! Payne and Hanek's observation: bits of 2/π that contribute multiples of 4 for x's exponent may be dropped. For each
//! group of exponents a table holds the bits that matter, cut into pieces; their products with x are summed exactly.

use super::ops::{Ops, small_int};
use super::{Emit, Table};
use crate::scalar_op::{BinaryOp, Predicate};
use crate::types::ScalarType;

/// The first 1344 fraction bits of 2/π.
const TWO_OVER_PI: [u64; 21] = [
    0xA2F9_836E_4E44_1529,
    0xFC27_57D1_F534_DDC0,
    0xDB62_9599_3C43_9041,
    0xFE51_63AB_DEBB_C561,
    0xB724_6E3A_424D_D2E0,
    0x0649_2EEA_09D1_921C,
    0xFE1D_EB1C_B129_A73E,
    0xE882_35F5_2EBB_4484,
    0xE99C_7026_B45F_7E41,
    0x3991_D639_8353_39F4,
    0x9C84_5F8B_BDF9_283B,
    0x1FF8_97FF_DE05_980F,
    0xEF2F_118B_5A0A_6D1F,
    0x6D36_7ECF_27CB_09B7,
    0x4F46_3F66_9E5F_EA2D,
    0x7527_BAC7_EBE5_F17B,
    0x3D07_39F7_8A52_92EA,
    0x6BFB_5FB1_1F8D_5D08,
    0x5603_3046_FC7B_6BAB,
    0xF0CF_BC20_9AF4_361D,
    0xA9E3_9161_5EE6_1B08,
];

/// π/2 as a sum of two doubles.
const HALF_PI: (f64, f64) = (std::f64::consts::FRAC_PI_2, 6.123233995736766e-17);

/// The double `2^scale · (bits first to first + count − 1 of 2/π, in place)`, where bit 1 has the weight 1/2.
const fn window(first: i32, count: i32, scale: i32) -> u64 {
    let mut value: u64 = 0;
    let mut bit = first;
    while bit < first + count {
        let at = (bit - 1) as usize;
        value = value << 1 | TWO_OVER_PI[at / 64] >> (63 - at % 64) & 1;
        bit += 1;
    }
    if value == 0 {
        return 0;
    }
    let top = 63 - value.leading_zeros() as i32;
    let exponent = scale - (first + count - 1) + top;
    ((exponent + 1023) as u64) << 52 | (value << (52 - top)) & ((1 << 52) - 1)
}

/// Exponents in groups of 16; the last place of x is at least 2^(16j − 52). From 2⁶⁴ on x is scaled down by 2²⁰⁰ and
/// the table up, so that no piece is subnormal.
const WIDE: [u64; 256] = {
    let mut table = [0; 256];
    let mut at = 0;
    while at < 256 {
        let (group, piece) = (at as i32 / 4, at as i32 % 4);
        let first = if 16 * group > 53 { 16 * group - 53 } else { 1 };
        table[at] = window(first + 53 * piece, 53, if group >= 4 { 200 } else { 0 });
        at += 1;
    }
    table
};

/// The same for x of 24 bits: exponents in groups of 8, pieces of 29, 29 and 53 bits, so that two products are exact.
const NARROW: [u64; 64] = {
    let mut table = [0; 64];
    let mut group = 0;
    while group < 16 {
        let first = if 8 * group > 24 { 8 * group - 24 } else { 1 };
        let at = 4 * group as usize;
        table[at] = window(first, 29, 0);
        table[at + 1] = window(first + 29, 29, 0);
        table[at + 2] = window(first + 58, 53, 0);
        group += 1;
    }
    table
};

static WIDE_TABLE: Table = Table { name: "two_over_pi_f64", ty: ScalarType::F64, bits: &WIDE };
static NARROW_TABLE: Table = Table { name: "two_over_pi_f32", ty: ScalarType::F64, bits: &NARROW };

/// An angle as `quadrant·π/2 + high + low` with |high| ≤ π/4; the quadrant is an integer of which two bits count.
pub(super) struct Angle<V> {
    pub quadrant: V,
    pub high: V,
    pub low: V,
}

/// The table row for |x|: 4 times the exponent's group.
fn row<E: Emit + ?Sized>(e: &mut E, magnitude: &E::V, group_bits: i64, last: i64) -> E::V {
    let bits = e.bits_of(magnitude);
    let exponent = e.int_op(BinaryOp::ShrUI, &bits, 52);
    let exponent = e.int_op(BinaryOp::SubI, &exponent, 1023);
    let group = e.int_op(BinaryOp::ShrSI, &exponent, group_bits);
    let group = e.int_op(BinaryOp::MaxSI, &group, 0);
    let group = e.int_op(BinaryOp::MinSI, &group, last);
    e.int_op(BinaryOp::ShlI, &group, 2)
}

fn piece<E: Emit + ?Sized>(e: &mut E, table: &'static Table, row: &E::V, at: i64) -> E::V {
    let index = e.int_op(BinaryOp::AddI, row, at);
    e.lookup(table, index)
}

/// Splits off the nearest integer.
fn fraction<E: Emit + ?Sized>(e: &mut E, v: &E::V) -> (E::V, E::V) {
    let n = e.round_even(v);
    let rest = e.sub(v, &n);
    (n, rest)
}

/// Reduces a double that holds a float; `low` is zero and absent precision does not matter. The error is below 2⁻⁴⁵ of
/// the reduced angle.
pub(super) fn reduce_f32<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> (E::V, E::V) {
    let magnitude = e.abs(x);
    let row = row(e, &magnitude, 3, 15);
    let pieces: [E::V; 3] = std::array::from_fn(|i| piece(e, &NARROW_TABLE, &row, i as i64));
    let first = e.mul(x, &pieces[0]);
    let second = e.mul(x, &pieces[1]);
    let (n1, first) = fraction(e, &first);
    let (n2, second) = fraction(e, &second);
    let sum = e.add(&first, &second);
    let (n3, sum) = fraction(e, &sum);
    let turn = e.mad(x, &pieces[2], &sum);
    let n = e.add(&n1, &n2);
    let n = e.add(&n, &n3);
    let quadrant = small_int(e, &n);
    (quadrant, e.mul_num(&turn, HALF_PI.0))
}

/// Reduces a double; the error is below 2⁻⁶⁰ of the reduced angle for |x| ≥ 2⁻⁶⁴.
pub(super) fn reduce_f64<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> Angle<E::V> {
    let magnitude = e.abs(x);
    let row = row(e, &magnitude, 4, 63);
    let huge = e.cmp_num(Predicate::FOge, &magnitude, 18_446_744_073_709_551_616.0);
    let reduced = e.mul_num(x, f64::from_bits((1023 - 200) << 52));
    let x = e.pick(&huge, &reduced, x);
    let products: [(E::V, E::V); 4] = std::array::from_fn(|i| {
        let piece = piece(e, &WIDE_TABLE, &row, i as i64);
        e.two_product(&x, &piece)
    });
    let [(p1, q1), (p2, q2), (p3, q3), (p4, _)] = products;
    // p1 may be as large as 2⁷⁰: take it modulo 4 first. q1 and p2 are below 2¹⁸, the others below 2⁻³⁵.
    let quarter = e.mul_num(&p1, 0.25);
    let quarter = e.round_even(&quarter);
    let p1 = e.mad_num(&quarter, -4.0, &p1);
    let (n1, p1) = fraction(e, &p1);
    let (n2, q1) = fraction(e, &q1);
    let (n3, p2) = fraction(e, &p2);
    let (sum, low1) = e.two_sum(&p1, &q1);
    let (sum, low2) = e.two_sum(&sum, &p2);
    let (n4, sum) = fraction(e, &sum);
    let n = e.add(&n1, &n2);
    let n34 = e.add(&n3, &n4);
    let n = e.add(&n, &n34);

    // The terms by size: sum; mid (2⁻³⁵); low1, low2 (2⁻⁵³); the others (2⁻⁸⁸). The sum of the first may cancel.
    let (mid, rest1) = e.two_sum(&q2, &p3);
    let (low, rest2) = e.two_sum(&low1, &low2);
    let (mid, low) = e.two_sum(&mid, &low);
    let (high, lost) = e.two_sum(&sum, &mid);
    let (low, rest3) = e.two_sum(&lost, &low);
    let rest = e.add(&q3, &p4);
    let rest = e.add(&rest, &rest1);
    let rest = e.add(&rest, &rest2);
    let rest = e.add(&rest, &rest3);
    let (high, lost) = e.two_sum(&high, &low);
    let low = e.add(&lost, &rest);
    let (high, low) = e.two_sum(&high, &low);

    let half_pi = e.num(&high, HALF_PI.0);
    let (angle, angle_low) = e.two_product(&high, &half_pi);
    let angle_low = e.mad_num(&high, HALF_PI.1, &angle_low);
    let angle_low = e.mad_num(&low, HALF_PI.0, &angle_low);
    Angle { quadrant: small_int(e, &n), high: angle, low: angle_low }
}

/// `v` with its sign flipped where bit 1 of `quadrant` is set.
pub(super) fn flip_sign<E: Emit + ?Sized>(e: &mut E, v: &E::V, quadrant: &E::V) -> E::V {
    let bit = e.int_op(BinaryOp::ShrUI, quadrant, 1);
    let sign = e.int_op(BinaryOp::ShlI, &bit, 63);
    let bits = e.bits_of(v);
    let bits = e.int2(BinaryOp::Xor, &bits, &sign);
    e.bits_to(&bits, ScalarType::F64)
}

/// True where bit 0 of `quadrant` is set.
pub(super) fn is_odd<E: Emit + ?Sized>(e: &mut E, quadrant: &E::V) -> E::V {
    let bit = e.int_op(BinaryOp::And, quadrant, 1);
    let zero = e.int(&bit, 0);
    e.cmp(Predicate::Ne, &bit, &zero)
}
