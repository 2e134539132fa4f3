//! Conversions of scalars, and the driver for vectors.

use super::value::{V, Val, machine};
use super::{Lower, Result};
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, types};
use tilec_ir::ScalarType;
use tilec_ir::scalar_op::CastOp;

impl Lower<'_> {
    /// A conversion.
    pub(super) fn cast(&mut self, op: CastOp) -> Result<()> {
        let source = self.operand(0)?;
        let (from, to) = (self.elem(source)?, self.elem(self.module.result(self.op))?);
        self.check_cast(op, from, to)?;
        match self.get(source)? {
            Val::Scalar(v) => {
                let v = self.cast_scalar(op, from, to, v);
                self.set_result(0, Val::Scalar(v))
            }
            Val::Vector(vector) => {
                let vector = match self.cast_vector(op, to, &vector) {
                    Some(vector) => vector,
                    None => {
                        let lanes = self.lane_values(&vector);
                        let lanes = lanes.into_iter().map(|v| self.cast_scalar(op, from, to, v)).collect();
                        self.of_lanes(to, lanes)
                    }
                };
                self.set_result(0, Val::Vector(vector))
            }
            Val::Buffer(_) => Err(self.unsupported("a conversion of a buffer")),
        }
    }

    fn check_cast(&self, op: CastOp, from: ScalarType, to: ScalarType) -> Result<()> {
        let float = |ty| matches!(machine(ty), Some(types::F32 | types::F64));
        let int = |ty: ScalarType| !ty.is_float() && machine(ty).is_some();
        let fine = match op {
            CastOp::ExtF | CastOp::TruncF => float(from) && float(to),
            CastOp::SIToFP | CastOp::UIToFP => int(from) && float(to),
            CastOp::FPToSI | CastOp::FPToUI => float(from) && int(to),
            CastOp::Bitcast => from.bits() == to.bits() && machine(from).is_some(),
            CastOp::ExtSI | CastOp::ExtUI | CastOp::TruncI | CastOp::IndexCast | CastOp::IndexCastUI => int(from) && int(to),
        };
        if fine { Ok(()) } else { Err(self.unsupported(format!("expand the conversion from {from:?} to {to:?} first"))) }
    }

    fn cast_scalar(&mut self, op: CastOp, from: ScalarType, to: ScalarType, v: V) -> V {
        let target = machine(to).unwrap_or(types::I64);
        match op {
            CastOp::ExtF | CastOp::TruncF => match (self.b.func.dfg.value_type(v), target) {
                (types::F32, types::F64) => self.b.ins().fpromote(target, v),
                (types::F64, types::F32) => self.b.ins().fdemote(target, v),
                _ => v,
            },
            CastOp::ExtSI | CastOp::IndexCast => {
                let wide = self.sign_extend(from, v);
                let resized = self.resize_scalar(wide, target, true);
                self.mask(to, resized)
            }
            CastOp::ExtUI | CastOp::TruncI | CastOp::IndexCastUI => {
                let resized = self.resize_scalar(v, target, false);
                self.mask(to, resized)
            }
            CastOp::Bitcast if self.b.func.dfg.value_type(v) == target => v,
            CastOp::Bitcast => self.b.ins().bitcast(target, MemFlagsData::new(), v),
            CastOp::SIToFP => {
                let wide = self.sign_extend(from, v);
                let wide = self.at_least_32(wide, true);
                self.b.ins().fcvt_from_sint(target, wide)
            }
            CastOp::UIToFP => {
                let wide = self.at_least_32(v, false);
                self.b.ins().fcvt_from_uint(target, wide)
            }
            CastOp::FPToSI => self.float_to_signed(to, target, v),
            CastOp::FPToUI => self.float_to_unsigned(to, target, v),
        }
    }

    fn at_least_32(&mut self, v: V, signed: bool) -> V {
        let ty = self.b.func.dfg.value_type(v);
        if ty.bits() < 32 { self.resize_scalar(v, types::I32, signed) } else { v }
    }

    fn float_to_signed(&mut self, to: ScalarType, target: ir::Type, v: V) -> V {
        let wide = if to.bits() <= 32 { types::I32 } else { types::I64 };
        let mut int = self.b.ins().fcvt_to_sint_sat(wide, v);
        if to.bits() < wide.bits() {
            let most = to.mask() >> 1;
            let (least, most) = (self.iconst(wide, !most), self.iconst(wide, most));
            int = self.b.ins().smax(int, least);
            int = self.b.ins().smin(int, most);
        }
        let narrow = self.resize_scalar(int, target, false);
        self.mask(to, narrow)
    }

    fn float_to_unsigned(&mut self, to: ScalarType, target: ir::Type, v: V) -> V {
        let wide = if to.bits() <= 32 { types::I32 } else { types::I64 };
        let mut int = self.b.ins().fcvt_to_uint_sat(wide, v);
        if to.bits() < wide.bits() {
            let most = self.iconst(wide, to.mask());
            int = self.b.ins().umin(int, most);
        }
        self.resize_scalar(int, target, false)
    }
}
