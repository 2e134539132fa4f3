//! Floats of 8 bits and fewer. There are so few values that each format is its list of values: what decoding gives, encoding looks up.

use crate::types::MiniFloat;

/// The bits after sign and exponent, the exponent's bias, and what the codes at the end of the range mean.
struct Format {
    exponent: u32,
    mantissa: u32,
    bias: i32,
    special: Special,
}

/// Which codes are not numbers.
#[derive(Clone, Copy, PartialEq)]
enum Special {
    /// As in IEEE 754: infinities and NaNs have the largest exponent.
    Ieee,
    /// No infinity; all bits set is NaN.
    AllOnes,
    /// No infinity, no negative zero; its code is NaN.
    NegativeZero,
    /// Numbers only.
    None,
}

fn format(ty: MiniFloat) -> Format {
    let f = |exponent, mantissa, bias, special| Format { exponent, mantissa, bias, special };
    match ty {
        MiniFloat::F4E2M1FN => f(2, 1, 1, Special::None),
        MiniFloat::F6E2M3FN => f(2, 3, 1, Special::None),
        MiniFloat::F6E3M2FN => f(3, 2, 3, Special::None),
        MiniFloat::F8E3M4 => f(3, 4, 3, Special::Ieee),
        MiniFloat::F8E4M3 => f(4, 3, 7, Special::Ieee),
        MiniFloat::F8E4M3FN => f(4, 3, 7, Special::AllOnes),
        MiniFloat::F8E4M3FNUZ => f(4, 3, 8, Special::NegativeZero),
        MiniFloat::F8E4M3B11FNUZ => f(4, 3, 11, Special::NegativeZero),
        MiniFloat::F8E5M2 => f(5, 2, 15, Special::Ieee),
        MiniFloat::F8E5M2FNUZ => f(5, 2, 16, Special::NegativeZero),
        MiniFloat::F8E8M0FNU => f(8, 0, 127, Special::AllOnes),
    }
}

/// The bits of the significand, the hidden one included.
pub(crate) fn precision(ty: MiniFloat) -> u32 {
    format(ty).mantissa + 1
}

/// The value of a code.
pub(super) fn decode(ty: MiniFloat, code: u64) -> f64 {
    let Format { exponent, mantissa, bias, special } = format(ty);
    if ty == MiniFloat::F8E8M0FNU {
        return if code == 0xFF { f64::NAN } else { 2f64.powi(code as i32 - bias) };
    }
    let magnitude = code & ((1 << (exponent + mantissa)) - 1);
    let negative = code >> (exponent + mantissa) & 1 == 1;
    let (biased, fraction) = ((magnitude >> mantissa) as i32, magnitude & ((1 << mantissa) - 1));
    let last = (1 << exponent) - 1;
    let value = match special {
        Special::Ieee if biased == last => {
            if fraction == 0 {
                f64::INFINITY
            } else {
                f64::NAN
            }
        }
        Special::AllOnes if magnitude == (1 << (exponent + mantissa)) - 1 => f64::NAN,
        Special::NegativeZero if negative && magnitude == 0 => f64::NAN,
        _ => {
            let significand = if biased == 0 { fraction } else { fraction | 1 << mantissa };
            significand as f64 * 2f64.powi(biased.max(1) - bias - mantissa as i32)
        }
    };
    if negative { -value } else { value }
}

/// The code of the nearest value, ties to the even code. What is too large becomes infinity, or NaN where there is none, or the
/// largest number where there is neither. NaN where a format has none becomes zero.
pub(super) fn encode(ty: MiniFloat, value: f64) -> u64 {
    let Format { exponent, mantissa, special, .. } = format(ty);
    let unsigned = ty == MiniFloat::F8E8M0FNU;
    let sign_bit = if unsigned { 0 } else { 1u64 << (exponent + mantissa) };
    let nan = match special {
        // The largest exponent, and the highest bit of the fraction.
        Special::Ieee => (((1 << exponent) - 1) << mantissa) | 1 << mantissa.saturating_sub(1),
        Special::AllOnes => (1 << (exponent + mantissa)) - 1,
        Special::NegativeZero => sign_bit,
        Special::None => 0,
    };
    if value.is_nan() {
        return nan;
    }
    let sign = if value.is_sign_negative() { sign_bit } else { 0 };
    let magnitude = value.abs();
    // Codes of one sign are in the order of their values.
    let codes = 0..1u64 << (exponent + mantissa);
    let largest = codes.clone().rev().find(|&c| decode(ty, c).is_finite()).unwrap_or(0);
    let code = (0..=largest).find(|&c| decode(ty, c) >= magnitude).unwrap_or(largest + 1);
    let below = code.saturating_sub(1);
    // One step past the largest number is where the next one would be.
    let upper = if code > largest { 2.0 * decode(ty, largest) - decode(ty, largest.saturating_sub(1)) } else { decode(ty, code) };
    let (down, up) = (magnitude - decode(ty, below), upper - magnitude);
    let nearest = if code == 0 || up < down || up == down && code % 2 == 0 { code } else { below };
    let nearest = if nearest > largest {
        match special {
            Special::Ieee => largest + 1,
            Special::None => largest,
            _ => return nan,
        }
    } else {
        nearest
    };
    if nearest == 0 && special == Special::NegativeZero { 0 } else { sign | nearest }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [MiniFloat; 11] = MiniFloat::ALL;

    #[test]
    fn every_value_encodes_to_its_code() {
        for ty in ALL {
            for code in 0..1u64 << ty.bits() {
                let value = decode(ty, code);
                if value.is_nan() {
                    assert!(decode(ty, encode(ty, value)).is_nan(), "{ty:?} {code}");
                } else {
                    assert_eq!(encode(ty, value), code, "{ty:?} {value}");
                }
            }
        }
    }

    #[test]
    fn ties_go_to_even_and_the_range_ends_as_the_format_says() {
        assert_eq!(decode(MiniFloat::F8E4M3FN, encode(MiniFloat::F8E4M3FN, 448.0)), 448.0);
        assert!(decode(MiniFloat::F8E4M3FN, encode(MiniFloat::F8E4M3FN, 1e9)).is_nan());
        assert_eq!(decode(MiniFloat::F8E5M2, encode(MiniFloat::F8E5M2, 1e9)), f64::INFINITY);
        assert_eq!(decode(MiniFloat::F4E2M1FN, encode(MiniFloat::F4E2M1FN, 100.0)), 6.0);
        assert_eq!(decode(MiniFloat::F4E2M1FN, encode(MiniFloat::F4E2M1FN, 2.5)), 2.0);
        assert_eq!(decode(MiniFloat::F4E2M1FN, encode(MiniFloat::F4E2M1FN, 5.0)), 4.0);
        assert_eq!(encode(MiniFloat::F8E5M2FNUZ, -0.0), 0);
        assert_eq!(decode(MiniFloat::F8E8M0FNU, encode(MiniFloat::F8E8M0FNU, 4.0)), 4.0);
    }
}
