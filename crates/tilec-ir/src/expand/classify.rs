//! isnan, isinf, isfinite, isnormal.

use super::Emit;
use super::ops::Ops;
use crate::scalar_op::{BinaryOp, Predicate, UnaryOp};

/// The `i1` result of a classification of an f32 or f64, or `None` for another op. `least_normal` is that of the type
/// asked about, which may be narrower than the value's.
pub(super) fn classify<E: Emit + ?Sized>(e: &mut E, op: UnaryOp, x: &E::V, least_normal: f64) -> Option<E::V> {
    Some(match op {
        UnaryOp::IsNan => e.cmp(Predicate::FUno, x, x),
        UnaryOp::IsInf => {
            let a = e.abs(x);
            e.cmp_num(Predicate::FOeq, &a, f64::INFINITY)
        }
        UnaryOp::IsFinite => {
            let a = e.abs(x);
            e.cmp_num(Predicate::FOlt, &a, f64::INFINITY)
        }
        UnaryOp::IsNormal => {
            let a = e.abs(x);
            let finite = e.cmp_num(Predicate::FOlt, &a, f64::INFINITY);
            let large = e.cmp_num(Predicate::FOge, &a, least_normal);
            e.int2(BinaryOp::And, &finite, &large)
        }
        _ => return None,
    })
}
