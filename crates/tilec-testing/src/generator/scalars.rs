//! Scalars in text: constants and conversions.

use super::body::Body;
use crate::data::{extreme, ordinary};
use fastrand::Rng;
use tilec_ir::{ScalarType, Type};

/// A constant op without its result.
pub(super) fn constant(rng: &mut Rng, elem: ScalarType) -> String {
    let literal = literal(rng, elem);
    if elem == ScalarType::I1 {
        format!("arith.constant {literal}")
    } else {
        format!("arith.constant {literal} : {}", Type::Scalar(elem))
    }
}

/// A number as it stands in constants of this type.
pub(super) fn literal(rng: &mut Rng, elem: ScalarType) -> String {
    if elem == ScalarType::I1 {
        return rng.bool().to_string();
    }
    if elem.is_float() {
        if rng.u8(..100) < 15 {
            let digits = elem.bytes() * 2;
            return format!("0x{:0digits$X}", extreme(rng, elem).bits);
        }
        let numbers = ["0.0", "-0.0", "1.0", "-1.0", "0.5", "2.0", "3.25", "-7.5", "100.0", "-0.125"];
        return numbers[rng.usize(..numbers.len())].to_string();
    }
    let value = if rng.u8(..100) < 20 { extreme(rng, elem) } else { ordinary(rng, elem) };
    value.as_i64().to_string()
}

impl Body<'_> {
    /// A value converted to another type.
    pub(super) fn cast(&mut self, value: &str, from: ScalarType, to: ScalarType) -> String {
        use ScalarType::{BF16, F16, F32, Index, Int};
        let (a, b) = (Type::Scalar(from), Type::Scalar(to));
        let name = match (from, to) {
            _ if from == to => return value.to_string(),
            (F16, BF16) | (BF16, F16) => {
                let wide = self.cast(value, from, F32);
                return self.cast(&wide, F32, to);
            }
            _ if from.is_float() && to.is_float() => {
                if to.bits() > from.bits() {
                    "arith.extf"
                } else {
                    "arith.truncf"
                }
            }
            (_, ScalarType::I1) if from.is_float() => {
                let zero = self.zero(from);
                return self.emit(to, format!("arith.cmpf une, {value}, {zero} : {a}"), "op cmpf");
            }
            (_, Index) if from.is_float() => {
                let wide = self.cast(value, from, Int(64));
                return self.cast(&wide, Int(64), to);
            }
            (Index, _) if to.is_float() => {
                let wide = self.cast(value, from, Int(64));
                return self.cast(&wide, Int(64), to);
            }
            _ if from.bits() == to.bits() && (from.is_float() != to.is_float()) && self.rng.u8(..100) < 25 => "arith.bitcast",
            _ if from.is_float() => self.choose(&["arith.fptosi", "arith.fptoui"]),
            _ if to.is_float() => self.choose(&["arith.sitofp", "arith.uitofp"]),
            (Index, _) | (_, Index) => self.choose(&["arith.index_cast", "arith.index_castui"]),
            _ if to.bits() > from.bits() => self.choose(&["arith.extsi", "arith.extui"]),
            _ => "arith.trunci",
        };
        let value = if name == "arith.bitcast" { self.without_nan(value, from) } else { value.to_string() };
        self.emit(to, format!("{name} {value} : {a} to {b}"), &format!("op {name}"))
    }

    /// The value, or zero for a NaN, whose sign and payload are unspecified and must not be seen.
    pub(super) fn without_nan(&mut self, value: &str, ty: ScalarType) -> String {
        if !ty.is_float() {
            return value.to_string();
        }
        let (t, zero) = (Type::Scalar(ty), self.zero(ty));
        let nan = self.emit(ScalarType::I1, format!("math.isnan {value} : {t}"), "op math.isnan");
        self.emit(ty, format!("arith.select {nan}, {zero}, {value} : {t}"), "op arith.select")
    }
}
