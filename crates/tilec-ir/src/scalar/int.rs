//! Integer arithmetic of any width.

use super::{EvalError, Scalar, expand_binary};
use crate::scalar_op::BinaryOp;

pub(super) fn binary_int(op: BinaryOp, a: Scalar, b: Scalar) -> Result<Scalar, EvalError> {
    let (x, y) = (a.bits, b.bits);
    if op.may_trap() {
        return divide(op, a, b);
    }
    let width = u64::from(a.ty.bits());
    let value = match op {
        BinaryOp::And => x & y,
        BinaryOp::Or => x | y,
        BinaryOp::Xor => x ^ y,
        BinaryOp::ShlI if y >= width => 0,
        BinaryOp::ShlI => x << y,
        BinaryOp::ShrUI if y >= width => 0,
        BinaryOp::ShrUI => x >> y,
        BinaryOp::ShrSI => (a.as_i64() >> y.min(63)) as u64,
        BinaryOp::MaxSI => a.as_i64().max(b.as_i64()) as u64,
        BinaryOp::MinSI => a.as_i64().min(b.as_i64()) as u64,
        BinaryOp::MaxUI => x.max(y),
        BinaryOp::MinUI => x.min(y),
        _ => return Ok(expand_binary(op, a, b)),
    };
    Ok(Scalar::new(a.ty, value))
}

fn divide(op: BinaryOp, a: Scalar, b: Scalar) -> Result<Scalar, EvalError> {
    let (x, y) = (a.bits, b.bits);
    if y == 0 {
        return Err(EvalError::DivisionByZero);
    }
    let unsigned = match op {
        BinaryOp::DivUI => Some(x / y),
        BinaryOp::RemUI => Some(x % y),
        BinaryOp::CeilDivUI => Some(x.div_ceil(y)),
        _ => None,
    };
    if let Some(value) = unsigned {
        return Ok(Scalar::new(a.ty, value));
    }
    let (x, y) = (a.as_i64(), b.as_i64());
    if y == -1 && a.bits == a.ty.mask() ^ (a.ty.mask() >> 1) {
        return Err(EvalError::DivisionOverflow);
    }
    let (quotient, remainder) = (x / y, x % y);
    let same_sign = (x < 0) == (y < 0);
    let value = match op {
        BinaryOp::RemSI => remainder,
        BinaryOp::CeilDivSI if remainder != 0 && same_sign => quotient + 1,
        BinaryOp::FloorDivSI if remainder != 0 && !same_sign => quotient - 1,
        _ => quotient,
    };
    Ok(Scalar::new(a.ty, value as u64))
}
