//! Integer arithmetic on scalars and chunks. Results are cut to the width of the type.

use super::value::{V, is_exact, machine};
use super::{Lower, Result};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, types};
use tilec_ir::scalar_op::{BinaryOp, UnaryOp};
use tilec_ir::{Scalar, ScalarType};

impl Lower<'_> {
    /// A two-operand op on scalars.
    pub(super) fn binary_scalar(
        &mut self,
        op: BinaryOp,
        ty: ScalarType,
        a: V,
        b: V,
        known: (Option<Scalar>, Option<Scalar>),
    ) -> Result<V> {
        if ty.is_float() {
            return self.float_scalar(op, ty, a, b, known);
        }
        if op.may_trap() {
            return Ok(self.divide(op, ty, a, b, known.1));
        }
        let v = match op {
            BinaryOp::AddI => self.b.ins().iadd(a, b),
            BinaryOp::SubI => self.b.ins().isub(a, b),
            BinaryOp::MulI => self.b.ins().imul(a, b),
            BinaryOp::And => return Ok(self.b.ins().band(a, b)),
            BinaryOp::Or => return Ok(self.b.ins().bor(a, b)),
            BinaryOp::Xor => return Ok(self.b.ins().bxor(a, b)),
            BinaryOp::ShlI => {
                let shifted = self.b.ins().ishl(a, b);
                self.zero_if_too_far(ty, b, shifted)
            }
            BinaryOp::ShrUI => {
                let shifted = self.b.ins().ushr(a, b);
                self.zero_if_too_far(ty, b, shifted)
            }
            BinaryOp::ShrSI => {
                let machine = machine(ty).unwrap_or(types::I64);
                let (wide, most) = (self.sign_extend(ty, a), self.iconst(machine, u64::from(machine.bits() - 1)));
                let amount = self.b.ins().umin(b, most);
                self.b.ins().sshr(wide, amount)
            }
            BinaryOp::MaxUI => return Ok(self.b.ins().umax(a, b)),
            BinaryOp::MinUI => return Ok(self.b.ins().umin(a, b)),
            BinaryOp::MaxSI | BinaryOp::MinSI => {
                let (x, y) = (self.sign_extend(ty, a), self.sign_extend(ty, b));
                if op == BinaryOp::MaxSI { self.b.ins().smax(x, y) } else { self.b.ins().smin(x, y) }
            }
            _ => return Err(self.unsupported("expand the math functions first")),
        };
        Ok(self.mask(ty, v))
    }

    fn zero_if_too_far(&mut self, ty: ScalarType, amount: V, shifted: V) -> V {
        let machine = machine(ty).unwrap_or(types::I64);
        let width = self.iconst(machine, u64::from(ty.bits()));
        let near = self.b.ins().icmp(IntCC::UnsignedLessThan, amount, width);
        let zero = self.iconst(machine, 0);
        self.b.ins().select(near, shifted, zero)
    }

    /// A one-operand op on scalars.
    pub(super) fn unary_scalar(&mut self, op: UnaryOp, ty: ScalarType, a: V) -> Result<V> {
        if ty.is_float() {
            return self.float_unary_scalar(op, ty, a);
        }
        let Some(machine) = machine(ty) else {
            return Err(self.unsupported("an integer of this width"));
        };
        let unused = u64::from(machine.bits() - ty.bits());
        let v = match op {
            UnaryOp::AbsI => {
                let wide = self.sign_extend(ty, a);
                self.b.ins().iabs(wide)
            }
            UnaryOp::CtLz => {
                let zeros = self.b.ins().clz(a);
                let unused = self.iconst(machine, unused);
                self.b.ins().isub(zeros, unused)
            }
            UnaryOp::CtTz if is_exact(ty) => self.b.ins().ctz(a),
            UnaryOp::CtTz => {
                let end = self.iconst(machine, 1 << ty.bits());
                let stopped = self.b.ins().bor(a, end);
                self.b.ins().ctz(stopped)
            }
            UnaryOp::CtPop => self.b.ins().popcnt(a),
            _ => return Err(self.unsupported("expand the math functions first")),
        };
        Ok(self.mask(ty, v))
    }

    /// An integer op on chunks, or `None` if it goes lane by lane. `b` may be known to be the same in every lane.
    pub(super) fn int_chunk(&mut self, op: BinaryOp, ty: ScalarType, a: V, b: V, known: Option<Scalar>) -> Option<V> {
        let chunk = self.b.func.dfg.value_type(a);
        Some(match op {
            BinaryOp::AddI => self.b.ins().iadd(a, b),
            BinaryOp::SubI => self.b.ins().isub(a, b),
            BinaryOp::MulI if chunk != types::I8X16 => self.b.ins().imul(a, b),
            BinaryOp::And => self.b.ins().band(a, b),
            BinaryOp::Or => self.b.ins().bor(a, b),
            BinaryOp::Xor => self.b.ins().bxor(a, b),
            BinaryOp::MaxSI => self.b.ins().smax(a, b),
            BinaryOp::MinSI => self.b.ins().smin(a, b),
            BinaryOp::MaxUI => self.b.ins().umax(a, b),
            BinaryOp::MinUI => self.b.ins().umin(a, b),
            BinaryOp::ShlI | BinaryOp::ShrUI | BinaryOp::ShrSI => {
                let (amount, width) = (known?.bits, u64::from(ty.bits()));
                if amount >= width && op != BinaryOp::ShrSI {
                    return Some(self.splat_constant(chunk, 0));
                }
                let amount = self.iconst(types::I32, amount.min(width - 1));
                match op {
                    BinaryOp::ShlI => self.b.ins().ishl(a, amount),
                    BinaryOp::ShrUI => self.b.ins().ushr(a, amount),
                    _ => self.b.ins().sshr(a, amount),
                }
            }
            _ => return None,
        })
    }
}
