//! Extended integer addition and multiplication.

use super::Emit;
use super::ops::Ops;
use super::pow::machine_int;
use crate::scalar_op::{BinaryOp, CastOp, Predicate};
use crate::types::ScalarType;

/// Sum and carry.
pub(super) fn add_extended<E: Emit + ?Sized>(e: &mut E, a: &E::V, b: &E::V) -> [E::V; 2] {
    let sum = e.int2(BinaryOp::AddI, a, b);
    let carry = e.cmp(Predicate::Ult, &sum, a);
    [sum, carry]
}

/// Low and high half of the product of two integers.
pub(super) fn mul_extended<E: Emit + ?Sized>(e: &mut E, a: &E::V, b: &E::V, signed: bool) -> [E::V; 2] {
    let ty = e.ty(a);
    let width = i64::from(ty.bits());
    if width <= 32 {
        let extend = if signed { CastOp::ExtSI } else { CastOp::ExtUI };
        let [a, b] = [a, b].map(|v| e.cast(extend, v.clone(), ScalarType::Int(64)));
        let product = e.int2(BinaryOp::MulI, &a, &b);
        let high = e.int_op(BinaryOp::ShrUI, &product, width);
        return [product, high].map(|half| e.cast(CastOp::TruncI, half, ty));
    }
    let [a, b] = [a, b].map(|v| machine_int(e, v, signed));
    let (low, high) = mul_64(e, &a, &b, signed);
    if width == 64 {
        return [low, high];
    }
    let upper = e.int_op(BinaryOp::ShlI, &high, 64 - width);
    let lower = e.int_op(BinaryOp::ShrUI, &low, width);
    let high = e.int2(BinaryOp::Or, &upper, &lower);
    [low, high].map(|half| e.cast(CastOp::TruncI, half, ty))
}

/// The 128-bit product of 64-bit integers by 32-bit halves.
fn mul_64<E: Emit + ?Sized>(e: &mut E, a: &E::V, b: &E::V, signed: bool) -> (E::V, E::V) {
    let [(a_high, a_low), (b_high, b_low)] =
        [a, b].map(|v| (e.int_op(BinaryOp::ShrUI, v, 32), e.int_op(BinaryOp::And, v, 0xFFFF_FFFF)));
    let low_low = e.int2(BinaryOp::MulI, &a_low, &b_low);
    let carry = e.int_op(BinaryOp::ShrUI, &low_low, 32);
    let middle = e.int2(BinaryOp::MulI, &a_high, &b_low);
    let middle = e.int2(BinaryOp::AddI, &middle, &carry); // at most (2³² − 1)² + 2³² − 1: no overflow
    let other = e.int2(BinaryOp::MulI, &a_low, &b_high);
    let part = e.int_op(BinaryOp::And, &middle, 0xFFFF_FFFF);
    let other = e.int2(BinaryOp::AddI, &other, &part);
    let high = e.int2(BinaryOp::MulI, &a_high, &b_high);
    let [carry1, carry2] = [&middle, &other].map(|v| e.int_op(BinaryOp::ShrUI, v, 32));
    let high = e.int2(BinaryOp::AddI, &high, &carry1);
    let mut high = e.int2(BinaryOp::AddI, &high, &carry2);
    if signed {
        // A negative operand was taken 2⁶⁴ too large.
        for (sign, other) in [(a, b), (b, a)] {
            let mask = e.int_op(BinaryOp::ShrSI, sign, 63);
            let excess = e.int2(BinaryOp::And, &mask, other);
            high = e.int2(BinaryOp::SubI, &high, &excess);
        }
    }
    (e.int2(BinaryOp::MulI, a, b), high)
}
