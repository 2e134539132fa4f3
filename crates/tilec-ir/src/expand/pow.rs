//! Powers: powf, fpowi, ipowi.

use super::Emit;
use super::dispatch::binary;
use super::exp::{assemble, exp_parts};
use super::log::{log, log_pair};
use super::ops::Ops;
use super::root::rsqrt;
use super::trig::{round, widen};
use super::trig_reduce::is_odd;
use crate::scalar_op::{BinaryOp, CastOp, Predicate, UnaryOp};
use crate::types::ScalarType;

/// An exponent as seen by [`power`].
struct Exponent<V> {
    high: V,
    low: Option<V>,
    /// `i1`: an odd integer.
    odd: V,
    /// `i1`: not an integer (NaN counts); `None` if it always is one.
    fractional: Option<V>,
}

/// `a^y` for a ≥ 0 in f64 as `e^(y·ln a)`; with `short`, accurate enough for f32 only.
fn magnitude<E: Emit + ?Sized>(e: &mut E, a: &E::V, y: &Exponent<E::V>, short: bool) -> E::V {
    if short {
        let log = log(e, a);
        let product = e.mul(&y.high, &log);
        let product = e.at_most(&product, 710.0);
        let product = e.at_least(&product, -746.0);
        let parts = exp_parts(e, &product, None);
        return assemble(e, parts);
    }
    let (log, log_low) = log_pair(e, a);
    let (product, low) = e.two_product(&y.high, &log);
    let low = e.mad(&y.high, &log_low, &low);
    let low = match &y.low {
        Some(y_low) => e.mad(y_low, &log, &low),
        None => low,
    };
    let bounded = e.at_most(&product, 710.0);
    let bounded = e.at_least(&bounded, -746.0);
    let changed = e.cmp(Predicate::FUne, &bounded, &product);
    let low = e.pick_num(&changed, 0.0, &low);
    let parts = exp_parts(e, &bounded, Some(&low));
    assemble(e, parts)
}

/// `x^y` in f64 with C's special cases.
fn power<E: Emit + ?Sized>(e: &mut E, x: &E::V, y: &Exponent<E::V>, short: bool) -> E::V {
    let a = e.abs(x);
    let value = magnitude(e, &a, y, short);
    let unit = e.cmp_num(Predicate::FOeq, &a, 1.0);
    let value = e.pick_num(&unit, 1.0, &value);
    let bits = e.bits_of(x);
    let zero_bits = e.int(&bits, 0);
    let negative = e.cmp(Predicate::Slt, &bits, &zero_bits);
    let flip = e.int2(BinaryOp::And, &negative, &y.odd);
    let minus = e.neg(&value);
    let value = e.pick(&flip, &minus, &value);
    let value = match &y.fractional {
        Some(fractional) => {
            let below = e.cmp_num(Predicate::FOlt, x, 0.0);
            let finite = e.cmp_num(Predicate::FOgt, x, f64::NEG_INFINITY);
            let undefined = e.int2(BinaryOp::And, &below, &finite);
            let undefined = e.int2(BinaryOp::And, &undefined, fractional);
            e.pick_num(&undefined, f64::NAN, &value)
        }
        None => value,
    };
    let one_base = e.cmp_num(Predicate::FOeq, x, 1.0);
    let value = e.pick_num(&one_base, 1.0, &value);
    let no_factor = e.cmp_num(Predicate::FOeq, &y.high, 0.0);
    e.pick_num(&no_factor, 1.0, &value)
}

/// `x^y` for f32 and f64 without the exponents that [`powf`] singles out.
fn general_powf<E: Emit + ?Sized>(e: &mut E, x: &E::V, y: &E::V) -> E::V {
    let short = e.ty(x) == ScalarType::F32;
    let [x, high] = if short { [widen(e, x), widen(e, y)] } else { [x.clone(), y.clone()] };
    let whole = e.unary(UnaryOp::Trunc, high.clone());
    let integer = e.cmp(Predicate::FOeq, &whole, &high);
    let fractional = e.cmp(Predicate::FUne, &whole, &high);
    let half = e.mul_num(&high, 0.5);
    let whole_half = e.unary(UnaryOp::Trunc, half.clone());
    let half_odd = e.cmp(Predicate::FUne, &whole_half, &half);
    let odd = e.int2(BinaryOp::And, &integer, &half_odd);
    let y = Exponent { high, low: None, odd, fractional: Some(fractional) };
    let value = power(e, &x, &y, short);
    if short { round(e, &value) } else { value }
}

/// `powf(x, y)`: f32 0.501 ulp, f64 0.76 ulp. `e^(y·ln x)` with logarithm and product
/// in two doubles (f32: in f64).
///
/// The exponents 2, 3, 0.5 and −0.5 are *defined* as `x·x`, `(x·x)·x`, `sqrt(x)` and `rsqrt(x)`, so that a pass may
/// rewrite a constant exponent; `powf(-0.0, 0.5)` is therefore −0 and `powf(-inf, 0.5)` is NaN.
pub(super) fn powf<E: Emit + ?Sized>(e: &mut E, x: &E::V, y: &E::V) -> E::V {
    let value = general_powf(e, x, y);
    let square = e.mul(x, x);
    let cube = e.mul(&square, x);
    let root = e.sqrt(x);
    let inverse_root = rsqrt(e, x);
    [(2.0, square), (3.0, cube), (0.5, root), (-0.5, inverse_root)].iter().fold(value, |value, (exponent, special)| {
        let same = e.cmp_num(Predicate::FOeq, y, *exponent);
        e.pick(&same, special, &value)
    })
}

/// A signless integer, sign-extended to 32 or 64 bits if it has another width.
pub(super) fn machine_int<E: Emit + ?Sized>(e: &mut E, n: &E::V, signed: bool) -> E::V {
    let to = match e.ty(n) {
        ScalarType::Int(32 | 64) | ScalarType::Index => return n.clone(),
        ty => ScalarType::Int(if ty.bits() < 32 { 32 } else { 64 }),
    };
    e.cast(if signed { CastOp::ExtSI } else { CastOp::ExtUI }, n.clone(), to)
}

/// `fpowi(x, n)` for f32 and f64: accuracy as [`powf`], 2 and 3 as there. Every n of up to 64 bits is exact.
pub(super) fn fpowi<E: Emit + ?Sized>(e: &mut E, x: &E::V, n: &E::V) -> E::V {
    let short = e.ty(x) == ScalarType::F32;
    let wide = if short { widen(e, x) } else { x.clone() };
    let n = match e.ty(n) {
        ScalarType::Index => e.cast(CastOp::IndexCast, n.clone(), ScalarType::Int(64)),
        _ => machine_int(e, n, true),
    };
    let (high, low) = if e.ty(&n).bits() == 32 {
        (e.cast(CastOp::SIToFP, n.clone(), ScalarType::F64), None)
    } else {
        let top = e.int_op(BinaryOp::ShrSI, &n, 32);
        let bottom = e.int_op(BinaryOp::And, &n, 0xFFFF_FFFF);
        let [top, bottom] = [top, bottom].map(|half| e.cast(CastOp::SIToFP, half, ScalarType::F64));
        let top = e.mul_num(&top, 4_294_967_296.0);
        let (high, low) = e.two_sum(&top, &bottom);
        (high, Some(low))
    };
    let odd = is_odd(e, &n);
    let y = Exponent { high, low, odd, fractional: None };
    let value = power(e, &wide, &y, short);
    let value = if short { round(e, &value) } else { value };
    let square = e.mul(x, x);
    let cube = e.mul(&square, x);
    select_small_power(e, &n, value, &square, &cube)
}

fn select_small_power<E: Emit + ?Sized>(e: &mut E, n: &E::V, value: E::V, square: &E::V, cube: &E::V) -> E::V {
    [(2, square), (3, cube)].iter().fold(value, |value, (exponent, special)| {
        let exponent = e.int(n, *exponent);
        let same = e.cmp(Predicate::Eq, n, &exponent);
        e.pick(&same, special, &value)
    })
}

/// `powf` and `fpowi` on a 16-bit float: `value`, the rounded f32 result, except that the exponents 2 and 3 multiply in
/// the narrow type. (Square roots round the same either way.)
pub(super) fn narrow_power<E: Emit + ?Sized>(e: &mut E, x: &E::V, y: &E::V, value: E::V) -> E::V {
    let square = binary(e, BinaryOp::MulF, x, x);
    let cube = binary(e, BinaryOp::MulF, &square, x);
    if !e.ty(y).is_float() {
        let n = machine_int(e, y, true);
        return select_small_power(e, &n, value, &square, &cube);
    }
    let y = super::half_float::extend(e, y);
    [(2.0, square), (3.0, cube)].iter().fold(value, |value, (exponent, special)| {
        let same = e.cmp_num(Predicate::FOeq, &y, *exponent);
        e.pick(&same, special, &value)
    })
}

/// `ipowi(b, n)`, wrapping: square and multiply over the bits of n. A negative n gives 1 for b = 1, ±1 for b = −1, and 0
/// otherwise (also for b = 0, which MLIR leaves undefined).
pub(super) fn ipowi<E: Emit + ?Sized>(e: &mut E, base: &E::V, n: &E::V) -> E::V {
    let width = e.ty(base).bits();
    let (zero, one, minus_one) = (e.int(base, 0), e.int(base, 1), e.int(base, -1));
    let mut product = one.clone();
    let mut factor = base.clone();
    for bit in 0..width - 1 {
        let set = e.int_op(BinaryOp::And, n, 1 << bit);
        let set = e.cmp(Predicate::Ne, &set, &zero);
        let longer = e.int2(BinaryOp::MulI, &product, &factor);
        product = e.pick(&set, &longer, &product);
        factor = e.int2(BinaryOp::MulI, &factor, &factor);
    }
    let odd = e.int2(BinaryOp::And, n, &one);
    let odd = e.cmp(Predicate::Ne, &odd, &zero);
    let alternating = e.pick(&odd, &minus_one, &one);
    let is_minus_one = e.cmp(Predicate::Eq, base, &minus_one);
    let inverse = e.pick(&is_minus_one, &alternating, &zero);
    let is_one = e.cmp(Predicate::Eq, base, &one);
    let inverse = e.pick(&is_one, &one, &inverse);
    let negative = e.cmp(Predicate::Slt, n, &zero);
    e.pick(&negative, &inverse, &product)
}
