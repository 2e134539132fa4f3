//! Operations on elements: a dispatch to `tilec_ir::scalar` with all types resolved, and shortcuts for the common ones.

use crate::error::{Run, fault};
use tilec_ir::ScalarType;
use tilec_ir::scalar::{self, EvalError, Scalar};
use tilec_ir::scalar_op::{BinaryOp, CastOp, PairOp, Predicate, TernaryOp, UnaryOp};

/// An elementwise operation with its operand types.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Compute {
    Unary(UnaryOp, ScalarType),
    /// The types of both operands, which differ for `math.fpowi`.
    Binary(BinaryOp, ScalarType, ScalarType),
    Ternary(TernaryOp, ScalarType),
    Compare(Predicate, ScalarType),
    Select,
    Cast(CastOp, ScalarType, ScalarType),
    Pair(PairOp, ScalarType),
}

impl Compute {
    /// The result bits; the second is of ops with two results only.
    pub(crate) fn eval(self, [a, b, c]: [u64; 3]) -> Run<[u64; 2]> {
        let one = match self {
            Self::Unary(op, ty) => scalar::eval_unary(op, Scalar { ty, bits: a }).bits,
            Self::Binary(op, ty, ty_b) => match scalar::eval_binary(op, Scalar { ty, bits: a }, Scalar { ty: ty_b, bits: b }) {
                Ok(value) => value.bits,
                Err(error) => return trap(error),
            },
            Self::Ternary(op, ty) => {
                scalar::eval_ternary(op, Scalar { ty, bits: a }, Scalar { ty, bits: b }, Scalar { ty, bits: c }).bits
            }
            Self::Compare(p, ty) => u64::from(scalar::eval_compare(p, Scalar { ty, bits: a }, Scalar { ty, bits: b })),
            Self::Select => {
                if a & 1 == 1 {
                    b
                } else {
                    c
                }
            }
            Self::Cast(op, from, to) => scalar::eval_cast(op, Scalar { ty: from, bits: a }, to).bits,
            Self::Pair(op, ty) => {
                let b = (op != PairOp::SinCos).then_some(Scalar { ty, bits: b });
                return Ok(scalar::eval_pair(op, Scalar { ty, bits: a }, b).map(|s| s.bits));
            }
        };
        Ok([one, 0])
    }

    /// The shortcut for this operation, if there is one.
    pub(crate) fn fast(self) -> Option<Fast> {
        use BinaryOp::{AddF, AddI, DivF, MulF, MulI, SubF, SubI};
        let (op, ty) = match self {
            Self::Binary(op, ty, _) => (op, ty),
            Self::Ternary(TernaryOp::Fma, ScalarType::F32) => return Some(Fast::FmaF32),
            Self::Ternary(TernaryOp::Fma, ScalarType::F64) => return Some(Fast::FmaF64),
            _ => return None,
        };
        Some(match (op, ty) {
            (AddF, ScalarType::F32) => Fast::AddF32,
            (SubF, ScalarType::F32) => Fast::SubF32,
            (MulF, ScalarType::F32) => Fast::MulF32,
            (DivF, ScalarType::F32) => Fast::DivF32,
            (AddF, ScalarType::F64) => Fast::AddF64,
            (SubF, ScalarType::F64) => Fast::SubF64,
            (MulF, ScalarType::F64) => Fast::MulF64,
            (AddI, ScalarType::Index | ScalarType::Int(64)) => Fast::AddI64,
            (SubI, ScalarType::Index | ScalarType::Int(64)) => Fast::SubI64,
            (MulI, ScalarType::Index | ScalarType::Int(64)) => Fast::MulI64,
            (AddI, ScalarType::Int(32)) => Fast::AddI32,
            (MulI, ScalarType::Int(32)) => Fast::MulI32,
            _ => return None,
        })
    }
}

#[cold]
fn trap<T>(error: EvalError) -> Run<T> {
    fault(error.to_string())
}

/// Operations that are done on the spot; each equals `scalar::eval_binary`, which a test checks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fast {
    AddF32,
    SubF32,
    MulF32,
    DivF32,
    AddF64,
    SubF64,
    MulF64,
    AddI64,
    SubI64,
    MulI64,
    AddI32,
    MulI32,
    FmaF32,
    FmaF64,
}

impl Fast {
    /// The result bits.
    #[inline]
    pub(crate) fn eval(self, [a, b, c]: [u64; 3]) -> u64 {
        let (x, y) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
        let (v, w) = (f64::from_bits(a), f64::from_bits(b));
        match self {
            Self::AddF32 => u64::from((x + y).to_bits()),
            Self::SubF32 => u64::from((x - y).to_bits()),
            Self::MulF32 => u64::from((x * y).to_bits()),
            Self::DivF32 => u64::from((x / y).to_bits()),
            Self::AddF64 => (v + w).to_bits(),
            Self::SubF64 => (v - w).to_bits(),
            Self::MulF64 => (v * w).to_bits(),
            Self::AddI64 => a.wrapping_add(b),
            Self::SubI64 => a.wrapping_sub(b),
            Self::MulI64 => a.wrapping_mul(b),
            Self::AddI32 => u64::from((a as u32).wrapping_add(b as u32)),
            Self::FmaF32 => u64::from(x.mul_add(y, f32::from_bits(c as u32)).to_bits()),
            Self::FmaF64 => v.mul_add(w, f64::from_bits(c)).to_bits(),
            Self::MulI32 => u64::from((a as u32).wrapping_mul(b as u32)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortcuts_equal_the_scalar_semantics() {
        use BinaryOp::{AddF, AddI, DivF, MulF, MulI, SubF, SubI};
        let values = [0, 1, 3, 0x3FC0_0000, 0x8000_0000, 0x7F80_0000, 0xC048_F5C3, 0x4009_21FB_5444_2D18, u64::MAX, 1 << 63];
        for op in [AddF, SubF, MulF, DivF, AddI, SubI, MulI] {
            let float = matches!(op, AddF | SubF | MulF | DivF);
            for ty in [ScalarType::F32, ScalarType::F64, ScalarType::Int(64), ScalarType::Index, ScalarType::Int(32)] {
                let compute = Compute::Binary(op, ty, ty);
                let Some(fast) = compute.fast().filter(|_| ty.is_float() == float) else {
                    continue;
                };
                for (a, b) in values.iter().flat_map(|a| values.iter().map(move |b| (a & ty.mask(), b & ty.mask()))) {
                    let [expected, _] = compute.eval([a, b, 0]).unwrap();
                    assert!(Scalar::new(ty, expected).bit_eq(Scalar::new(ty, fast.eval([a, b, 0]))), "{op:?} {ty:?} {a:x} {b:x}");
                }
            }
        }
    }
}
