//! Reference values with 192 bits, and distances from them in ulp of f64.

use astro_float::{BigFloat, Consts, RoundingMode, Sign};
use tilec_ir::scalar_op::{BinaryOp, UnaryOp};

const P: usize = 128;
const RM: RoundingMode = RoundingMode::ToEven;

/// Computes functions to many digits.
pub struct Reference {
    constants: Consts,
}

fn add(a: &BigFloat, b: &BigFloat) -> BigFloat {
    a.add(b, P, RM)
}

fn mul(a: &BigFloat, b: &BigFloat) -> BigFloat {
    a.mul(b, P, RM)
}

fn div(a: &BigFloat, b: &BigFloat) -> BigFloat {
    a.div(b, P, RM)
}

/// The exact value. (The library's own conversion misreads subnormal numbers.)
fn big(x: f64) -> BigFloat {
    if !x.is_subnormal() {
        return BigFloat::from_f64(x, P);
    }
    let mut value = BigFloat::from_f64(x * 2f64.powi(100), P);
    value.set_exponent(value.exponent().unwrap_or(0) - 100);
    value
}

impl Reference {
    pub fn new() -> Self {
        Self { constants: Consts::new().expect("memory for constants") }
    }

    fn exp(&mut self, x: &BigFloat) -> BigFloat {
        x.exp(P, RM, &mut self.constants)
    }

    fn sqrt(x: &BigFloat) -> BigFloat {
        x.sqrt(P, RM)
    }

    fn pi(&mut self) -> BigFloat {
        self.constants.pi(P, RM)
    }

    /// The exact value of a function, to 170 bits or so.
    pub fn unary(&mut self, op: UnaryOp, x: f64) -> BigFloat {
        let b = big(x);
        let cc = &mut self.constants;
        match op {
            UnaryOp::Exp => b.exp(P, RM, cc),
            UnaryOp::Exp2 => {
                let ln2 = cc.ln_2(P, RM);
                self.exp(&mul(&b, &ln2))
            }
            UnaryOp::ExpM1 => {
                let half = mul(&b, &big(0.5));
                let sinh = half.sinh(P, RM, cc);
                mul(&mul(&sinh, &self.exp(&half)), &big(2.0))
            }
            UnaryOp::Log => b.ln(P, RM, cc),
            UnaryOp::Log2 => b.log2(P, RM, cc),
            UnaryOp::Log10 => b.log10(P, RM, cc),
            UnaryOp::Log1p if x.abs() > 0.25 => b.add_full_prec(&big(1.0)).ln(P, RM, cc),
            UnaryOp::Log1p => {
                let ratio = div(&b, &b.add_full_prec(&big(2.0)));
                mul(&ratio.atanh(P, RM, cc), &big(2.0))
            }
            UnaryOp::Sin => b.sin(P, RM, cc),
            UnaryOp::Cos => b.cos(P, RM, cc),
            UnaryOp::Tan => b.tan(P, RM, cc),
            UnaryOp::Asin => b.asin(P, RM, cc),
            UnaryOp::Acos => b.acos(P, RM, cc),
            UnaryOp::Atan => b.atan(P, RM, cc),
            UnaryOp::Sinh => b.sinh(P, RM, cc),
            UnaryOp::Cosh => b.cosh(P, RM, cc),
            UnaryOp::Tanh => b.tanh(P, RM, cc),
            UnaryOp::Asinh => b.asinh(P, RM, cc),
            UnaryOp::Acosh => b.acosh(P, RM, cc),
            UnaryOp::Atanh => b.atanh(P, RM, cc),
            UnaryOp::Cbrt => b.cbrt(P, RM),
            UnaryOp::Sqrt => Self::sqrt(&b),
            UnaryOp::Rsqrt => Self::sqrt(&b).reciprocal(P, RM),
            UnaryOp::Erf => self.erf(&b, x),
            UnaryOp::Erfc => self.erfc(x),
            _ => panic!("no reference for {op:?}"),
        }
    }

    /// `2x/√π·e^(−x²)·Σ (2x²)ⁿ/(2n + 1)!!`: all terms positive.
    fn erf(&mut self, b: &BigFloat, x: f64) -> BigFloat {
        let square = mul(b, b);
        let twice = mul(&square, &big(2.0));
        let (mut term, mut sum) = (big(1.0), big(1.0));
        let mut n = 1.0;
        loop {
            term = div(&mul(&term, &twice), &big(2.0 * n + 1.0));
            sum = add(&sum, &term);
            if n > 2.0 * x * x && term.exponent() < sum.exponent().map(|e| e - 150) {
                break;
            }
            n += 1.0;
        }
        let scale = div(&big(2.0), &Self::sqrt(&self.pi()));
        let decay = self.exp(&square.neg());
        mul(&mul(&mul(b, &scale), &decay), &sum)
    }

    /// One minus erf up to 2, from there a continued fraction.
    fn erfc(&mut self, x: f64) -> BigFloat {
        let b = big(x);
        if x < 2.0 {
            return big(1.0).sub(&self.erf(&b, x), P, RM);
        }
        let steps = 40 + (1600.0 / (x * x)) as i32;
        let mut fraction = b.clone();
        for n in (1..=steps).rev() {
            fraction = add(&b, &div(&big(f64::from(n) * 0.5), &fraction));
        }
        let decay = self.exp(&mul(&b, &b).neg());
        div(&decay, &mul(&fraction, &Self::sqrt(&self.pi())))
    }

    /// A function of two operands; those of `Atan2` are y and x in this order.
    pub fn binary(&mut self, op: BinaryOp, x: f64, y: f64) -> BigFloat {
        match op {
            BinaryOp::PowF => {
                let log = big(x.abs()).ln(P, RM, &mut self.constants);
                let magnitude = self.exp(&mul(&log, &big(y)));
                if x < 0.0 && y % 2.0 != 0.0 { magnitude.neg() } else { magnitude }
            }
            BinaryOp::Atan2 => {
                let angle = div(&big(x), &big(y)).atan(P, RM, &mut self.constants);
                match (y < 0.0, x < 0.0) {
                    (false, _) => angle,
                    (true, false) => add(&angle, &self.pi()),
                    (true, true) => angle.sub(&self.pi(), P, RM),
                }
            }
            _ => panic!("no reference for {op:?}"),
        }
    }

    /// `x^n` for a whole n of any size.
    pub fn power(&mut self, x: f64, n: i64) -> BigFloat {
        let log = big(x.abs()).ln(P, RM, &mut self.constants);
        let n_big = big((n >> 32) as f64 * 4_294_967_296.0).add(&big((n & 0xFFFF_FFFF) as f64), P, RM);
        let magnitude = self.exp(&mul(&log, &n_big));
        if x < 0.0 && n % 2 != 0 { magnitude.neg() } else { magnitude }
    }
}

/// The value as a double, without care for the last bits.
fn approximate(b: &BigFloat) -> f64 {
    match b.as_raw_parts() {
        Some((words, _, sign, exponent, _)) if !b.is_zero() => {
            let top = words[words.len() - 1] as f64 * 2f64.powi(-64);
            let value = if exponent < -1000 {
                top * 2f64.powi(-900) * 2f64.powi(exponent.max(-1090) + 900)
            } else {
                top * 2f64.powi(exponent)
            };
            if sign == Sign::Neg { -value } else { value }
        }
        Some(_) => 0.0,
        None if b.is_inf_pos() => f64::INFINITY,
        None if b.is_inf_neg() => f64::NEG_INFINITY,
        None => f64::NAN,
    }
}

/// The distance of `got` from `expected` in ulp of f64 at `expected`; infinite if they differ in kind.
pub fn ulp_distance(expected: &BigFloat, got: f64) -> f64 {
    if expected.is_nan() || got.is_nan() {
        return if expected.is_nan() && got.is_nan() { 0.0 } else { f64::INFINITY };
    }
    if expected.is_inf() {
        return if approximate(expected) == got { 0.0 } else { f64::INFINITY };
    }
    let exponent = expected.exponent().unwrap_or(0);
    if exponent > 1024 || expected.is_zero() {
        let infinite = got.is_infinite() && got.is_sign_negative() == expected.is_negative();
        return if expected.is_zero() && got == 0.0 || exponent > 1024 && infinite { 0.0 } else { f64::INFINITY };
    }
    // An infinity stands for 2¹⁰²⁴, the next number if there were one.
    let got = if got.is_infinite() { mul(&big(2f64.powi(1023).copysign(got)), &big(2.0)) } else { big(got) };
    let mut difference = expected.sub(&got, P, RM);
    if difference.is_zero() {
        return 0.0;
    }
    let ulp_exponent = exponent.max(-1021) - 53;
    let exponent = difference.exponent().unwrap_or(0);
    difference.set_exponent((exponent - ulp_exponent).min(1000));
    approximate(&difference).abs()
}
