//! Float literals, digit for digit as LLVM's `APFloat` prints them: six significant digits in scientific notation if that reads
//! back exactly, else the shortest usual form, else the bits in hex.

use crate::scalar::{Scalar, mini_precision};
use crate::types::ScalarType;

/// The literal that reads back as `value`.
pub(super) fn float_literal(value: Scalar) -> String {
    let Some(decimal) = Decimal::new(value) else { return hex(value) };
    let short = decimal.clone().scientific_six();
    if short.parse::<f64>().is_ok_and(|f| reads_back(value, &short, f)) {
        return short;
    }
    let natural = decimal.natural();
    if natural.contains('.') { natural } else { hex(value) }
}

fn reads_back(value: Scalar, text: &str, parsed: f64) -> bool {
    let read = match value.ty {
        ScalarType::F32 => text.parse::<f32>().map_or(0, |f| u64::from(f.to_bits())),
        ty => Scalar::from_f64(ty, parsed).bits,
    };
    read == value.bits
}

fn hex(value: Scalar) -> String {
    format!("0x{:0width$X}", value.bits, width = value.ty.bits().div_ceil(4) as usize)
}

/// Mantissa and exponent widths of a float type.
fn layout(ty: ScalarType) -> (u32, u32) {
    match ty {
        ScalarType::F16 => (10, 5),
        ScalarType::BF16 => (7, 8),
        ScalarType::F32 => (23, 8),
        _ => (52, 11),
    }
}

/// A finite value as an exact integer times a power of ten.
#[derive(Clone)]
struct Decimal {
    negative: bool,
    /// Little-endian base 2^32; empty for zero.
    digits: Vec<u32>,
    exp: i32,
    /// Bits of the type's significand, which bounds the digits of the natural form.
    precision: u32,
}

impl Decimal {
    /// `None` for infinities and NaN.
    fn new(value: Scalar) -> Option<Self> {
        if let ScalarType::Mini(m) = value.ty {
            let wide = Self::new(Scalar::from_f64(ScalarType::F64, value.to_f64()))?;
            return Some(Self { precision: mini_precision(m), ..wide });
        }
        let (mantissa_bits, exp_bits) = layout(value.ty);
        let mantissa = value.bits & ((1 << mantissa_bits) - 1);
        let biased = (value.bits >> mantissa_bits) & ((1 << exp_bits) - 1);
        if biased == (1 << exp_bits) - 1 {
            return None;
        }
        let significand = if biased == 0 { mantissa } else { mantissa | 1 << mantissa_bits };
        let bias = (1i32 << (exp_bits - 1)) - 1;
        let mut exp =
            i32::try_from(biased.max(1)).expect("a small exponent") - bias - i32::try_from(mantissa_bits).expect("small");
        let negative = value.bits >> (mantissa_bits + exp_bits) != 0;
        let zeros = if significand == 0 { 0 } else { significand.trailing_zeros() };
        exp += i32::try_from(zeros).expect("small");
        let mut big = Big(vec![]);
        big.add_small(significand >> zeros);
        // significand * 2^exp = significand * 5^-exp * 10^exp for negative exponents.
        for _ in 0..exp.unsigned_abs() {
            big.mul_small(if exp > 0 { 2 } else { 5 });
        }
        Some(Self { negative, digits: big.0, exp: exp.min(0), precision: mantissa_bits + 1 })
    }

    /// The decimal digits, least significant first, cut and rounded half up to `precision` of them.
    fn rounded(mut self, precision: usize) -> (Vec<u8>, i32) {
        let mut big = Big(std::mem::take(&mut self.digits));
        // First whole powers of ten are divided away, rounding down; 196/59 is just above log2(10).
        let required = (precision * 196).div_ceil(59);
        let removable = big.bits().saturating_sub(required) * 59 / 196;
        for _ in 0..removable {
            big.div_small(10);
        }
        let mut exp = self.exp + i32::try_from(removable).expect("small");
        let mut buffer = Vec::new();
        while !big.is_zero() {
            let digit = u8::try_from(big.div_small(10)).expect("a digit");
            if buffer.is_empty() && digit == 0 {
                exp += 1;
            } else {
                buffer.push(digit);
            }
        }
        if buffer.len() > precision {
            exp += i32::try_from(round_half_up(&mut buffer, precision)).expect("small");
        }
        (buffer, exp)
    }

    fn scientific_six(self) -> String {
        let sign = if self.negative { "-" } else { "" };
        if self.digits.is_empty() {
            return format!("{sign}0.000000e+00");
        }
        let (digits, exp) = self.rounded(6);
        format!("{sign}{}", scientific(&digits, exp, 6))
    }

    fn natural(self) -> String {
        let precision = 2 + self.precision as usize * 59 / 196;
        let sign = if self.negative { "-" } else { "" };
        if self.digits.is_empty() {
            return format!("{sign}0");
        }
        let (digits, exp) = self.rounded(precision);
        let count = i32::try_from(digits.len()).expect("few digits");
        let leading = exp + count - 1;
        let use_scientific =
            if exp >= 0 { exp > 3 || count + exp > i32::try_from(precision).expect("small") } else { leading < -3 };
        if use_scientific {
            return format!("{sign}{}", scientific(&digits, exp, 0));
        }
        let mut text: String = digits.iter().rev().map(|d| char::from(b'0' + d)).collect();
        if exp >= 0 {
            text.extend(std::iter::repeat_n('0', exp.unsigned_abs() as usize));
        } else if leading >= 0 {
            text.insert(leading.unsigned_abs() as usize + 1, '.');
        } else {
            text = format!("0.{}{text}", "0".repeat((-leading - 1).unsigned_abs() as usize));
        }
        format!("{sign}{text}")
    }
}

/// Drops low digits so that `precision` (or, after a carry or zeros, fewer) stay; returns how many went.
fn round_half_up(buffer: &mut Vec<u8>, precision: usize) -> usize {
    let n = buffer.len();
    let mut first = n - precision;
    if buffer[first - 1] < 5 {
        while first < n && buffer[first] == 0 {
            first += 1;
        }
    } else {
        while first < n && buffer[first] == 9 {
            first += 1;
        }
        if first == n {
            *buffer = vec![1];
            return n;
        }
        buffer[first] += 1;
    }
    buffer.drain(..first);
    first
}

/// `d.ddde±XX`, padded with zeros to `pad` decimals; unpadded the exponent is `E` and as short as it can be.
fn scientific(digits: &[u8], exp: i32, pad: usize) -> String {
    let leading = exp + i32::try_from(digits.len()).expect("few digits") - 1;
    let mut text: String = digits.iter().rev().map(|d| char::from(b'0' + d)).collect();
    text.insert(1, '.');
    if pad > 0 {
        text.extend(std::iter::repeat_n('0', (pad + 1).saturating_sub(digits.len())));
        return format!("{text}e{}{:02}", if leading < 0 { '-' } else { '+' }, leading.unsigned_abs());
    }
    if digits.len() == 1 {
        text.push('0');
    }
    format!("{text}E{}{}", if leading < 0 { '-' } else { '+' }, leading.unsigned_abs())
}

/// A non-negative integer of any size.
struct Big(Vec<u32>);

impl Big {
    fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    fn bits(&self) -> usize {
        self.0.last().map_or(0, |top| self.0.len() * 32 - top.leading_zeros() as usize)
    }

    fn add_small(&mut self, value: u64) {
        debug_assert!(self.0.is_empty());
        self.0 = vec![value as u32, (value >> 32) as u32];
        self.trim();
    }

    fn mul_small(&mut self, factor: u32) {
        let mut carry = 0u64;
        for limb in &mut self.0 {
            let product = u64::from(*limb) * u64::from(factor) + carry;
            *limb = product as u32;
            carry = product >> 32;
        }
        if carry > 0 {
            self.0.push(carry as u32);
        }
    }

    fn div_small(&mut self, divisor: u32) -> u32 {
        let mut rest = 0u64;
        for limb in self.0.iter_mut().rev() {
            let value = rest << 32 | u64::from(*limb);
            *limb = (value / u64::from(divisor)) as u32;
            rest = value % u64::from(divisor);
        }
        self.trim();
        rest as u32
    }

    fn trim(&mut self) {
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn print(ty: ScalarType, value: f64) -> String {
        float_literal(Scalar::from_f64(ty, value))
    }

    #[test]
    #[allow(clippy::approx_constant, reason = "the digits matter, not the number")]
    fn prints_as_the_field_does() {
        use ScalarType::{F16, F32, F64};
        assert_eq!(print(F32, 1.0), "1.000000e+00");
        assert_eq!(print(F32, -0.0), "-0.000000e+00");
        assert_eq!(print(F32, f64::from(1.0f32 + f32::EPSILON)), "1.00000012");
        assert_eq!(print(F64, 3.141_592_653_589_79), "3.14159265358979");
        assert_eq!(print(F32, f64::from(f32::MIN_POSITIVE)), "1.17549435E-38");
        assert_eq!(print(F32, 16_777_216.0), "0x4B800000");
        assert_eq!(print(F32, f64::INFINITY), "0x7F800000");
        assert_eq!(print(F16, 0.1), "9.997550e-02");
        assert_eq!(print(F32, 0.797_724), "7.977240e-01");
        assert_eq!(print(F32, f64::from(std::f32::consts::SQRT_2)), "1.41421354");
    }
}
