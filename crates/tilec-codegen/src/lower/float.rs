//! Float arithmetic on scalars and chunks. `f16` and `bf16` are only moved, never computed with.

use super::value::{V, machine};
use super::{Lower, Result};
use crate::jit::Callback;
use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{self, InstBuilder, types};
use tilec_ir::scalar_op::{BinaryOp, UnaryOp};
use tilec_ir::{Scalar, ScalarType};

/// A float type's bits.
pub(super) struct Format {
    pub(super) sign: u64,
    pub(super) infinity: u64,
    pub(super) nan: u64,
    least_normal: u64,
}

impl Format {
    pub(super) fn of(lane: ir::Type) -> Self {
        if lane == types::F32 {
            Self { sign: 1 << 31, infinity: 0x7F80_0000, nan: 0x7FC0_0000, least_normal: 0x0080_0000 }
        } else {
            Self { sign: 1 << 63, infinity: 0x7FF0 << 48, nan: 0x7FF8 << 48, least_normal: 1 << 52 }
        }
    }
}

impl Lower<'_> {
    fn is_computable(&self, ty: ScalarType) -> Result<()> {
        match machine(ty) {
            Some(types::F32 | types::F64) => Ok(()),
            _ => Err(self.unsupported("expand arithmetic on 16-bit floats first")),
        }
    }

    /// A float of the type of `like`, scalar or in every lane of a chunk.
    pub(super) fn float_constant(&mut self, like: V, bits: u64) -> V {
        let ty = self.b.func.dfg.value_type(like);
        if ty.is_vector() {
            return self.splat_constant(ty, bits);
        }
        let elem = if ty == types::F32 { ScalarType::F32 } else { ScalarType::F64 };
        self.scalar_constant(Scalar { ty: elem, bits })
    }

    /// A two-operand op on scalars.
    pub(super) fn float_scalar(
        &mut self,
        op: BinaryOp,
        ty: ScalarType,
        a: V,
        b: V,
        known: (Option<Scalar>, Option<Scalar>),
    ) -> Result<V> {
        self.is_computable(ty)?;
        if op == BinaryOp::RemF {
            let callback = if ty == ScalarType::F32 { Callback::RemF32 } else { Callback::RemF64 };
            return Ok(self.call_value(callback, &[a, b]));
        }
        self.float_binary(op, a, b, known).ok_or_else(|| self.unsupported("expand the math functions first"))
    }

    /// A two-operand op on chunks, or `None` if it goes lane by lane.
    pub(super) fn float_chunk(&mut self, op: BinaryOp, a: V, b: V, known: (Option<Scalar>, Option<Scalar>)) -> Option<V> {
        if self.b.func.dfg.value_type(a).lane_type().is_float() { self.float_binary(op, a, b, known) } else { None }
    }

    /// The ops that scalars and chunks share.
    fn float_binary(&mut self, op: BinaryOp, a: V, b: V, known: (Option<Scalar>, Option<Scalar>)) -> Option<V> {
        Some(match op {
            BinaryOp::AddF => self.b.ins().fadd(a, b),
            BinaryOp::SubF => self.b.ins().fsub(a, b),
            BinaryOp::MulF => self.b.ins().fmul(a, b),
            BinaryOp::DivF => self.b.ins().fdiv(a, b),
            BinaryOp::MaximumF | BinaryOp::MinimumF | BinaryOp::MaxNumF | BinaryOp::MinNumF => self.min_max(op, a, b, known),
            BinaryOp::CopySign => {
                let ty = self.b.func.dfg.value_type(a);
                if ty.is_vector() {
                    let sign = self.splat_constant(ty, Format::of(ty.lane_type()).sign);
                    self.b.ins().bitselect(sign, b, a)
                } else {
                    self.b.ins().fcopysign(a, b)
                }
            }
            _ => return None,
        })
    }

    /// A one-operand op on scalars.
    pub(super) fn float_unary_scalar(&mut self, op: UnaryOp, ty: ScalarType, a: V) -> Result<V> {
        self.is_computable(ty)?;
        self.float_unary(op, a).ok_or_else(|| self.unsupported("expand the math functions first"))
    }

    /// A one-operand op on chunks, or `None` if it goes lane by lane.
    pub(super) fn unary_chunk(&mut self, op: UnaryOp, a: V) -> Option<V> {
        let chunk = self.b.func.dfg.value_type(a);
        if chunk.lane_type().is_float() {
            return self.float_unary(op, a);
        }
        match op {
            UnaryOp::AbsI => Some(self.b.ins().iabs(a)),
            UnaryOp::CtPop if chunk == types::I8X16 => Some(self.b.ins().popcnt(a)),
            _ => None,
        }
    }

    fn float_unary(&mut self, op: UnaryOp, a: V) -> Option<V> {
        let format = Format::of(self.b.func.dfg.value_type(a).lane_type());
        Some(match op {
            UnaryOp::NegF => self.b.ins().fneg(a),
            UnaryOp::AbsF => self.b.ins().fabs(a),
            UnaryOp::Sqrt => self.b.ins().sqrt(a),
            UnaryOp::Floor => self.b.ins().floor(a),
            UnaryOp::Ceil => self.b.ins().ceil(a),
            UnaryOp::Trunc => self.b.ins().trunc(a),
            UnaryOp::RoundEven => self.b.ins().nearest(a),
            UnaryOp::IsNan => self.b.ins().fcmp(FloatCC::Unordered, a, a),
            UnaryOp::IsInf => self.compare_magnitude(FloatCC::Equal, a, format.infinity),
            UnaryOp::IsFinite => self.compare_magnitude(FloatCC::LessThan, a, format.infinity),
            UnaryOp::IsNormal => {
                let finite = self.compare_magnitude(FloatCC::LessThan, a, format.infinity);
                let large = self.compare_magnitude(FloatCC::GreaterThanOrEqual, a, format.least_normal);
                self.b.ins().band(finite, large)
            }
            _ => return None,
        })
    }

    fn compare_magnitude(&mut self, condition: FloatCC, a: V, bits: u64) -> V {
        let (magnitude, other) = (self.b.ins().fabs(a), self.float_constant(a, bits));
        self.b.ins().fcmp(condition, magnitude, other)
    }

    /// `a·b + c`, rounded once, on chunks.
    pub(super) fn fma_chunk(&mut self, args: &[V]) -> Option<V> {
        let is_float = self.b.func.dfg.value_type(args[0]).lane_type().is_float();
        if is_float && self.has_fma { Some(self.b.ins().fma(args[0], args[1], args[2])) } else { None }
    }

    /// `a·b + c`, rounded once.
    pub(super) fn fma_scalar(&mut self, ty: ScalarType, args: &[V]) -> Result<V> {
        self.is_computable(ty)?;
        if self.has_fma {
            return Ok(self.b.ins().fma(args[0], args[1], args[2]));
        }
        let callback = if ty == ScalarType::F32 { Callback::FmaF32 } else { Callback::FmaF64 };
        Ok(self.call_value(callback, args))
    }
}
