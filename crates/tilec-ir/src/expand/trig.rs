//! Sine, cosine and tangent. All computations are in f64; for f32 with shorter polynomials.

use super::Emit;
use super::exp::keep_tiny;
use super::ops::Ops;
use super::trig_reduce::{Angle, flip_sign, is_odd, reduce_f32, reduce_f64};
use crate::scalar_op::{BinaryOp, CastOp, UnaryOp};
use crate::types::ScalarType;

/// `(sin(r)/r − 1) / r²` as a polynomial in r², |r| ≤ π/4, within 2⁻⁵⁸ of sin(r)/r.
const SIN: [f64; 6] = [
    -0.16666666666666632,
    0.008333333333322491,
    -0.00019841269829859286,
    2.7557313707427185e-6,
    -2.5050760287682263e-8,
    1.5896910645664868e-10,
];

/// `(cos(r) − 1 + r²/2) / r⁴` as a polynomial in r², within 2⁻⁶⁴.
const COS: [f64; 6] = [
    0.0416666666666666,
    -0.0013888888888874487,
    2.4801587289683605e-5,
    -2.7557314405075654e-7,
    2.087572986567672e-9,
    -1.1359965108451026e-11,
];

/// [`SIN`] within 2⁻³⁷.
const SIN_SHORT: [f64; 4] = [-0.16666666641613156, 0.008333329384437795, -0.00019839334385484067, 2.718307289906735e-6];
/// [`COS`] within 2⁻⁴³.
const COS_SHORT: [f64; 4] = [0.041666666622803515, -0.0013888883751376456, 2.4799519485781937e-5, -2.7210195306992437e-7];

/// The sine and cosine of an angle within ±π/4.
fn kernel<E: Emit + ?Sized>(e: &mut E, angle: &Angle<E::V>) -> (E::V, E::V) {
    let r = &angle.high;
    let (square, square_low) = e.two_product(r, r);
    let half_square = e.mul_num(&square, 0.5);
    let cube = e.mul(r, &square);
    let p = e.poly(&square, &SIN);
    // (r + low) and its effect on the sine: low·cos r ≈ low·(1 − r²/2).
    let low = e.nmad(&half_square, &angle.low, &angle.low);
    let low = e.mad(&cube, &p, &low);
    let sine = e.add(r, &low);

    let one = e.num(r, 1.0);
    let main = e.sub(&one, &half_square);
    let taken = e.sub(&one, &main);
    let lost = e.sub(&taken, &half_square);
    let lost = e.mad_num(&square_low, -0.5, &lost);
    let lost = e.nmad(r, &angle.low, &lost);
    let p = e.poly(&square, &COS);
    let fourth = e.mul(&square, &square);
    let low = e.mad(&fourth, &p, &lost);
    let cosine = e.add(&main, &low);
    (sine, cosine)
}

fn kernel_short<E: Emit + ?Sized>(e: &mut E, r: &E::V) -> (E::V, E::V) {
    let square = e.mul(r, r);
    let p = e.poly(&square, &SIN_SHORT);
    let p = e.mul(&p, &square);
    let sine = e.mad(&p, r, r);
    let [c0, c1, c2, c3] = COS_SHORT;
    let cosine = e.poly(&square, &[1.0, -0.5, c0, c1, c2, c3]);
    (sine, cosine)
}

/// Quadrant, sine and cosine of the reduced angle, for the f64 value of an f64 or (`short`) an f32.
fn reduced<E: Emit + ?Sized>(e: &mut E, x: &E::V, short: bool) -> (E::V, E::V, E::V) {
    if short {
        let (quadrant, r) = reduce_f32(e, x);
        let (sine, cosine) = kernel_short(e, &r);
        (quadrant, sine, cosine)
    } else {
        let angle = reduce_f64(e, x);
        let (sine, cosine) = kernel(e, &angle);
        (angle.quadrant, sine, cosine)
    }
}

/// Widens an f32 to f64.
pub(super) fn widen<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    e.cast(CastOp::ExtF, x.clone(), ScalarType::F64)
}

/// Rounds an f64 to f32.
pub(super) fn round<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    e.cast(CastOp::TruncF, x.clone(), ScalarType::F32)
}

/// `sin x` and `cos x`: f32 0.501 ulp, f64 0.7 ulp, over the whole range. Payne–Hanek reduction modulo π/2 (f64: to two
/// doubles), then odd and even polynomials in r.
pub(super) fn sincos<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> [E::V; 2] {
    let short = e.ty(x) == ScalarType::F32;
    let wide = if short { widen(e, x) } else { x.clone() };
    let (quadrant, sine, cosine) = reduced(e, &wide, short);
    let odd = is_odd(e, &quadrant);
    let sin = e.pick(&odd, &cosine, &sine);
    let sin = flip_sign(e, &sin, &quadrant);
    let cos = e.pick(&odd, &sine, &cosine);
    let next = e.int_op(BinaryOp::AddI, &quadrant, 1);
    let cos = flip_sign(e, &cos, &next);
    let (sin, cos) = if short { (round(e, &sin), round(e, &cos)) } else { (sin, cos) };
    let sin = keep_tiny(e, x, &sin, if short { 1.0e-4 } else { 7.0e-9 });
    [sin, cos]
}

/// `tan x`: f32 0.501 ulp, f64 1.9 ulp. Sine over cosine of the reduced angle, or minus the inverse in odd quadrants.
pub(super) fn tan<E: Emit + ?Sized>(e: &mut E, x: &E::V) -> E::V {
    let short = e.ty(x) == ScalarType::F32;
    let wide = if short { widen(e, x) } else { x.clone() };
    let (quadrant, sine, cosine) = reduced(e, &wide, short);
    let odd = is_odd(e, &quadrant);
    let minus_cosine = e.unary(UnaryOp::NegF, cosine.clone());
    let numerator = e.pick(&odd, &minus_cosine, &sine);
    let denominator = e.pick(&odd, &sine, &cosine);
    let value = e.div(&numerator, &denominator);
    let value = if short { round(e, &value) } else { value };
    keep_tiny(e, x, &value, if short { 1.0e-4 } else { 7.0e-9 })
}
