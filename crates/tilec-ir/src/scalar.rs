//! The meaning of arith and math on single elements, bit for bit.
//!
//! Operations that a machine does in one instruction are computed here with native arithmetic, which IEEE 754 pins down.
//! The others (`exp`, `sin`, `powf`, ...) run their [`expand`]ansion, the same sequence of roundings that compiled code
//! runs; no platform math library is ever called. What MLIR leaves open is closed here, see each function.

mod float;
mod int;
mod mini;

use crate::expand::{self, Evaluator};
use crate::scalar_op::{BinaryOp, CastOp, PairOp, Predicate, TernaryOp, UnaryOp};
use crate::types::ScalarType;
use float::{
    binary_f32, binary_f64, float_to_int, fma_to_odd, int_to_float, is_normal, narrow, unary_f32, unary_f64, unsigned_to_float,
};
use int::binary_int;
pub(crate) use mini::precision as mini_precision;

/// One element: a type and its bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Scalar {
    /// The element type.
    pub ty: ScalarType,
    /// The value, zero above the type's width.
    pub bits: u64,
}

/// An operation without a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, thiserror::Error)]
pub enum EvalError {
    /// The divisor is zero.
    #[error("integer division by zero")]
    DivisionByZero,
    /// The most negative number divided by −1.
    #[error("integer division overflow")]
    DivisionOverflow,
}

impl Scalar {
    /// The element with the low bits of `bits`.
    #[inline]
    pub fn new(ty: ScalarType, bits: u64) -> Self {
        Self { ty, bits: bits & ty.mask() }
    }

    /// An integer, wrapped to the type's width; in a float type, the nearest float.
    #[inline]
    pub fn from_i64(ty: ScalarType, value: i64) -> Self {
        if ty.is_float() { int_to_float(value, ty) } else { Self::new(ty, value as u64) }
    }

    /// A float, rounded once to nearest, ties to even; NaN becomes a quiet NaN. In an integer type, the value
    /// truncated toward zero and saturated to the signed range.
    #[inline]
    pub fn from_f64(ty: ScalarType, value: f64) -> Self {
        let bits = match ty {
            ScalarType::F64 => value.to_bits(),
            ScalarType::F32 => u64::from((value as f32).to_bits()),
            ScalarType::F16 => narrow(value, 10, -14),
            ScalarType::BF16 => narrow(value, 7, -126),
            ScalarType::Mini(m) => mini::encode(m, value),
            _ => return float_to_int(value, ty, true),
        };
        Self { ty, bits }
    }

    /// The bits, sign-extended from the type's width.
    #[inline]
    pub fn as_i64(self) -> i64 {
        let unused = 64 - self.ty.bits();
        ((self.bits << unused) as i64) >> unused
    }

    /// The bits, zero-extended.
    pub fn as_u64(self) -> u64 {
        self.bits
    }

    /// The value of a float, exactly; an integer is read as signed and rounded.
    #[inline]
    pub fn to_f64(self) -> f64 {
        match self.ty {
            ScalarType::F64 => f64::from_bits(self.bits),
            ScalarType::F32 => f64::from(f32::from_bits(self.bits as u32)),
            ScalarType::F16 => half::f16::from_bits(self.bits as u16).to_f64(),
            ScalarType::BF16 => half::bf16::from_bits(self.bits as u16).to_f64(),
            ScalarType::Mini(m) => mini::decode(m, self.bits),
            _ => self.as_i64() as f64,
        }
    }

    /// Zero (positive zero for floats).
    pub fn zero(ty: ScalarType) -> Self {
        Self { ty, bits: 0 }
    }

    /// One; all bits of an `i1`.
    pub fn one(ty: ScalarType) -> Self {
        Self::from_i64(ty, 1)
    }

    /// What memory that nobody wrote is filled with to find faults: NaN, or a pattern that is no likely number.
    pub fn poison(ty: ScalarType) -> Self {
        if ty.is_float() { Self::from_f64(ty, f64::NAN) } else { Self::new(ty, 0xA5A5_A5A5_A5A5_A5A5) }
    }

    /// True for the NaNs of a float type.
    pub fn is_nan(self) -> bool {
        self.ty.is_float() && self.to_f64().is_nan()
    }

    /// The equality that results are compared with: the same type and the same bits, or both NaN.
    pub fn bit_eq(self, other: Self) -> bool {
        self == other || self.ty == other.ty && self.is_nan() && other.is_nan()
    }

    fn i1(value: bool) -> Self {
        Self { ty: ScalarType::I1, bits: u64::from(value) }
    }

    fn f32(value: f32) -> Self {
        Self { ty: ScalarType::F32, bits: u64::from(value.to_bits()) }
    }

    fn f64(value: f64) -> Self {
        Self { ty: ScalarType::F64, bits: value.to_bits() }
    }

    fn as_f32(self) -> f32 {
        f32::from_bits(self.bits as u32)
    }

    fn as_f64(self) -> f64 {
        f64::from_bits(self.bits)
    }
}

/// The value of a one-operand op. `round` takes halves away from zero; `absi` of the most negative number wraps to
/// itself; `ctlz` and `cttz` of zero are the width.
pub fn eval_unary(op: UnaryOp, a: Scalar) -> Scalar {
    let native = match a.ty {
        ScalarType::F32 => unary_f32(op, a.as_f32()).map(Scalar::f32),
        ScalarType::F64 => unary_f64(op, a.as_f64()).map(Scalar::f64),
        // One binary64 op, then one rounding: exact for all these ops, since 53 ≥ 2·11 + 2.
        ScalarType::F16 | ScalarType::BF16 | ScalarType::Mini(_) => unary_f64(op, a.to_f64()).map(|v| Scalar::from_f64(a.ty, v)),
        _ => None,
    };
    if let Some(value) = native {
        return value;
    }
    let width = u64::from(a.ty.bits());
    match op {
        UnaryOp::AbsI => Scalar::new(a.ty, a.as_i64().wrapping_abs() as u64),
        UnaryOp::CtLz => Scalar::new(a.ty, u64::from(a.bits.leading_zeros()) + width - 64),
        UnaryOp::CtTz => Scalar::new(a.ty, u64::from(a.bits.trailing_zeros()).min(width)),
        UnaryOp::CtPop => Scalar::new(a.ty, u64::from(a.bits.count_ones())),
        UnaryOp::IsNan => Scalar::i1(a.to_f64().is_nan()),
        UnaryOp::IsInf => Scalar::i1(a.to_f64().is_infinite()),
        UnaryOp::IsFinite => Scalar::i1(a.to_f64().is_finite()),
        UnaryOp::IsNormal => Scalar::i1(is_normal(a)),
        _ if matches!(a.ty, ScalarType::Mini(_)) => by_f32(a.ty, eval_unary(op, widened(a))),
        _ => expand::expand_unary(&mut Evaluator, op, a).unwrap_or_else(|| panic!("{op:?} has no value on {:?}", a.ty)),
    }
}

/// The value of a two-operand op.
///
/// Integers wrap; a shift by the width or more shifts everything out (`shrsi` fills with the sign); `remf` is C's `fmod`.
///
/// # Errors
/// Integer division by zero, and the most negative number divided by −1 (its remainder too).
#[inline]
pub fn eval_binary(op: BinaryOp, a: Scalar, b: Scalar) -> Result<Scalar, EvalError> {
    Ok(match (op, a.ty) {
        // The bulk of an interpreter's work, kept free of calls.
        (BinaryOp::AddF, ScalarType::F32) => Scalar::f32(a.as_f32() + b.as_f32()),
        (BinaryOp::SubF, ScalarType::F32) => Scalar::f32(a.as_f32() - b.as_f32()),
        (BinaryOp::MulF, ScalarType::F32) => Scalar::f32(a.as_f32() * b.as_f32()),
        (BinaryOp::AddF, ScalarType::F64) => Scalar::f64(a.as_f64() + b.as_f64()),
        (BinaryOp::SubF, ScalarType::F64) => Scalar::f64(a.as_f64() - b.as_f64()),
        (BinaryOp::MulF, ScalarType::F64) => Scalar::f64(a.as_f64() * b.as_f64()),
        (BinaryOp::AddI, ty) => Scalar::new(ty, a.bits.wrapping_add(b.bits)),
        (BinaryOp::SubI, ty) => Scalar::new(ty, a.bits.wrapping_sub(b.bits)),
        (BinaryOp::MulI, ty) => Scalar::new(ty, a.bits.wrapping_mul(b.bits)),
        _ => return eval_other_binary(op, a, b),
    })
}

fn eval_other_binary(op: BinaryOp, a: Scalar, b: Scalar) -> Result<Scalar, EvalError> {
    let native = match a.ty {
        ScalarType::F32 => binary_f32(op, a.as_f32(), b.as_f32()).map(Scalar::f32),
        ScalarType::F64 => binary_f64(op, a.as_f64(), b.as_f64()).map(Scalar::f64),
        ScalarType::F16 | ScalarType::BF16 | ScalarType::Mini(_) => {
            binary_f64(op, a.to_f64(), b.to_f64()).map(|v| Scalar::from_f64(a.ty, v))
        }
        _ => return binary_int(op, a, b),
    };
    Ok(native.unwrap_or_else(|| expand_binary(op, a, b)))
}

/// A float of 8 bits or fewer as `f32`, exactly.
fn widened(a: Scalar) -> Scalar {
    Scalar::from_f64(ScalarType::F32, a.to_f64())
}

/// Math functions of the small floats are those of `f32`, rounded.
fn by_f32(ty: ScalarType, value: Scalar) -> Scalar {
    Scalar::from_f64(ty, value.to_f64())
}

fn expand_binary(op: BinaryOp, a: Scalar, b: Scalar) -> Scalar {
    if matches!(a.ty, ScalarType::Mini(_)) {
        return by_f32(a.ty, expand_binary(op, widened(a), if b.ty == a.ty { widened(b) } else { b }));
    }
    expand::expand_binary(&mut Evaluator, op, a, b).unwrap_or_else(|| panic!("{op:?} has no value on {:?}", a.ty))
}

/// The value of a three-operand op: `fma` rounds once in every type, `clampf` is
/// `minimumf(maximumf(value, min), max)`.
#[inline]
pub fn eval_ternary(op: TernaryOp, a: Scalar, b: Scalar, c: Scalar) -> Scalar {
    match (op, a.ty) {
        (TernaryOp::Fma, ScalarType::F32) => Scalar::f32(a.as_f32().mul_add(b.as_f32(), c.as_f32())),
        (TernaryOp::Fma, ScalarType::F64) => Scalar::f64(a.as_f64().mul_add(b.as_f64(), c.as_f64())),
        (TernaryOp::Fma, _) => Scalar::from_f64(a.ty, fma_to_odd(a.to_f64(), b.to_f64(), c.to_f64())),
        (TernaryOp::ClampF, _) => {
            let (value, low, high) = (a.to_f64(), b.to_f64(), c.to_f64());
            let raised = binary_f64(BinaryOp::MaximumF, value, low);
            let clamped = raised.and_then(|v| binary_f64(BinaryOp::MinimumF, v, high));
            Scalar::from_f64(a.ty, clamped.unwrap_or(f64::NAN))
        }
    }
}

/// The two values of a two-result op; `b` is `None` for [`PairOp::SinCos`] only.
pub fn eval_pair(op: PairOp, a: Scalar, b: Option<Scalar>) -> [Scalar; 2] {
    let b = match (op, b) {
        (PairOp::SinCos, _) => return [eval_unary(UnaryOp::Sin, a), eval_unary(UnaryOp::Cos, a)],
        (_, Some(b)) => b,
        (_, None) => panic!("{op:?} has two operands"),
    };
    let width = a.ty.bits();
    if op == PairOp::AddUIExtended {
        let sum = u128::from(a.bits) + u128::from(b.bits);
        return [Scalar::new(a.ty, sum as u64), Scalar::i1(sum >> width != 0)];
    }
    let product = if op == PairOp::MulSIExtended {
        i128::from(a.as_i64()).wrapping_mul(i128::from(b.as_i64())) as u128
    } else {
        u128::from(a.bits) * u128::from(b.bits)
    };
    [Scalar::new(a.ty, product as u64), Scalar::new(a.ty, (product >> width) as u64)]
}

/// The truth of `arith.cmpi` and `arith.cmpf`.
#[inline]
pub fn eval_compare(p: Predicate, a: Scalar, b: Scalar) -> bool {
    match (p.is_float(), a.ty) {
        (false, _) => compare_ints(p, a, b),
        (true, ScalarType::F32) => compare_floats(p, f64::from(a.as_f32()), f64::from(b.as_f32())),
        (true, ScalarType::F64) => compare_floats(p, a.as_f64(), b.as_f64()),
        (true, _) => compare_floats(p, a.to_f64(), b.to_f64()),
    }
}

#[inline]
fn compare_floats(p: Predicate, x: f64, y: f64) -> bool {
    use Predicate::*;
    let unordered = x.is_nan() || y.is_nan();
    match p {
        FFalse => false,
        FOeq => x == y,
        FOgt => x > y,
        FOge => x >= y,
        FOlt => x < y,
        FOle => x <= y,
        FOne => x != y && !unordered,
        FOrd => !unordered,
        FUeq => x == y || unordered,
        FUgt => x > y || unordered,
        FUge => x >= y || unordered,
        FUlt => x < y || unordered,
        FUle => x <= y || unordered,
        FUne => x != y,
        FUno => unordered,
        _ => true,
    }
}

#[inline]
fn compare_ints(p: Predicate, a: Scalar, b: Scalar) -> bool {
    use Predicate::*;
    match p {
        Eq => a.bits == b.bits,
        Ne => a.bits != b.bits,
        Slt => a.as_i64() < b.as_i64(),
        Sle => a.as_i64() <= b.as_i64(),
        Sgt => a.as_i64() > b.as_i64(),
        Sge => a.as_i64() >= b.as_i64(),
        Ult => a.bits < b.bits,
        Ule => a.bits <= b.bits,
        Ugt => a.bits > b.bits,
        _ => a.bits >= b.bits,
    }
}

/// The value of a conversion. Float to integer saturates to the range of `to`, NaN gives 0; all others round once;
/// `index_cast` sign-extends or truncates, `index_castui` zero-extends or truncates.
pub fn eval_cast(op: CastOp, a: Scalar, to: ScalarType) -> Scalar {
    match op {
        CastOp::ExtF | CastOp::TruncF => Scalar::from_f64(to, a.to_f64()),
        CastOp::ExtSI | CastOp::IndexCast => Scalar::new(to, a.as_i64() as u64),
        CastOp::ExtUI | CastOp::TruncI | CastOp::Bitcast | CastOp::IndexCastUI => Scalar::new(to, a.bits),
        CastOp::SIToFP => int_to_float(a.as_i64(), to),
        CastOp::UIToFP => unsigned_to_float(a.bits, to),
        CastOp::FPToSI => float_to_int(a.to_f64(), to, true),
        CastOp::FPToUI => float_to_int(a.to_f64(), to, false),
    }
}
