//! Expansions as computations.

use super::{Emit, Table};
use crate::scalar::{self, Scalar};
use crate::scalar_op::{BinaryOp, CastOp, Predicate, TernaryOp, UnaryOp};
use crate::types::ScalarType;

/// Runs an expansion on elements.
///
/// The interpreter lives in these methods, so the common operations come first and everything is inlined: the op is a
/// constant at each call, which leaves a test of the type and one native instruction.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evaluator;

fn float32(value: f32) -> Scalar {
    Scalar { ty: ScalarType::F32, bits: u64::from(value.to_bits()) }
}

fn float64(value: f64) -> Scalar {
    Scalar { ty: ScalarType::F64, bits: value.to_bits() }
}

fn as_f32(a: Scalar) -> f32 {
    f32::from_bits(a.bits as u32)
}

fn as_f64(a: Scalar) -> f64 {
    f64::from_bits(a.bits)
}

impl Emit for Evaluator {
    type V = Scalar;

    #[inline(always)]
    fn ty(&self, v: &Scalar) -> ScalarType {
        v.ty
    }

    #[inline(always)]
    fn constant(&mut self, c: Scalar) -> Scalar {
        c
    }

    #[inline(always)]
    fn unary(&mut self, op: UnaryOp, a: Scalar) -> Scalar {
        let sign = a.ty.mask() ^ (a.ty.mask() >> 1);
        match (op, a.ty) {
            (UnaryOp::NegF, _) => Scalar { ty: a.ty, bits: a.bits ^ sign },
            (UnaryOp::AbsF, _) => Scalar { ty: a.ty, bits: a.bits & !sign },
            (UnaryOp::Sqrt, ScalarType::F64) => float64(as_f64(a).sqrt()),
            (UnaryOp::RoundEven, ScalarType::F32) => float32(as_f32(a).round_ties_even()),
            (UnaryOp::RoundEven, ScalarType::F64) => float64(as_f64(a).round_ties_even()),
            _ => scalar::eval_unary(op, a),
        }
    }

    #[inline(always)]
    fn binary(&mut self, op: BinaryOp, a: Scalar, b: Scalar) -> Scalar {
        match (op, a.ty) {
            (BinaryOp::AddF, ScalarType::F32) => float32(as_f32(a) + as_f32(b)),
            (BinaryOp::SubF, ScalarType::F32) => float32(as_f32(a) - as_f32(b)),
            (BinaryOp::MulF, ScalarType::F32) => float32(as_f32(a) * as_f32(b)),
            (BinaryOp::AddF, ScalarType::F64) => float64(as_f64(a) + as_f64(b)),
            (BinaryOp::SubF, ScalarType::F64) => float64(as_f64(a) - as_f64(b)),
            (BinaryOp::MulF, ScalarType::F64) => float64(as_f64(a) * as_f64(b)),
            (BinaryOp::DivF, ScalarType::F32) => float32(as_f32(a) / as_f32(b)),
            (BinaryOp::DivF, ScalarType::F64) => float64(as_f64(a) / as_f64(b)),
            (BinaryOp::CopySign, ty) => {
                let magnitude = ty.mask() >> 1;
                Scalar { ty, bits: a.bits & magnitude | b.bits & !magnitude }
            }
            (BinaryOp::AddI, ty) => Scalar::new(ty, a.bits.wrapping_add(b.bits)),
            (BinaryOp::SubI, ty) => Scalar::new(ty, a.bits.wrapping_sub(b.bits)),
            (BinaryOp::And, ty) => Scalar { ty, bits: a.bits & b.bits },
            (BinaryOp::Or, ty) => Scalar { ty, bits: a.bits | b.bits },
            (BinaryOp::Xor, ty) => Scalar { ty, bits: a.bits ^ b.bits },
            // Shift amounts are below the width here.
            (BinaryOp::ShlI, ty) => Scalar::new(ty, a.bits << b.bits),
            (BinaryOp::ShrUI, ty) => Scalar { ty, bits: a.bits >> b.bits },
            (BinaryOp::ShrSI, ty) => Scalar::new(ty, (a.as_i64() >> b.bits) as u64),
            _ => scalar::eval_binary(op, a, b).expect("expansions do not divide integers"),
        }
    }

    #[inline(always)]
    fn fma(&mut self, a: Scalar, b: Scalar, c: Scalar) -> Scalar {
        scalar::eval_ternary(TernaryOp::Fma, a, b, c)
    }

    #[inline(always)]
    fn compare(&mut self, p: Predicate, a: Scalar, b: Scalar) -> Scalar {
        Scalar { ty: ScalarType::I1, bits: u64::from(scalar::eval_compare(p, a, b)) }
    }

    #[inline(always)]
    fn select(&mut self, c: Scalar, t: Scalar, f: Scalar) -> Scalar {
        if c.bits == 1 { t } else { f }
    }

    #[inline(always)]
    fn cast(&mut self, op: CastOp, a: Scalar, to: ScalarType) -> Scalar {
        match op {
            CastOp::Bitcast => Scalar { ty: to, bits: a.bits },
            _ => scalar::eval_cast(op, a, to),
        }
    }

    #[inline(always)]
    fn lookup(&mut self, table: &'static Table, index: Scalar) -> Scalar {
        Scalar::new(table.ty, table.bits[index.bits as usize])
    }
}
