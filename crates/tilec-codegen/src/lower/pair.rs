//! Ops with two results.

use super::value::{V, Val, machine};
use super::{Lower, Result};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, types};
use tilec_ir::ScalarType;
use tilec_ir::scalar_op::PairOp;

impl Lower<'_> {
    /// Sum and carry, or the halves of a product; vectors go lane by lane.
    pub(super) fn pair(&mut self, op: PairOp) -> Result<()> {
        if op == PairOp::SinCos {
            return Err(self.unsupported("expand the math functions first"));
        }
        let elem = self.elem(self.operand(0)?)?;
        let second = self.elem(match self.module.results(self.op) {
            [_, second] => *second,
            _ => return Err(self.internal("an op with the wrong number of results")),
        })?;
        match (self.get(self.operand(0)?)?, self.get(self.operand(1)?)?) {
            (Val::Scalar(a), Val::Scalar(b)) => {
                let (low, high) = self.pair_scalar(op, elem, a, b);
                self.set_result(0, Val::Scalar(low))?;
                self.set_result(1, Val::Scalar(high))
            }
            (Val::Vector(a), Val::Vector(b)) if a.lanes == b.lanes => {
                let (x, y) = (self.lane_values(&a), self.lane_values(&b));
                let pairs = x.into_iter().zip(y).map(|(x, y)| self.pair_scalar(op, elem, x, y));
                let (low, high): (Vec<V>, Vec<V>) = pairs.unzip();
                let (low, high) = (self.of_lanes(elem, low), self.of_lanes(second, high));
                self.set_result(0, Val::Vector(low))?;
                self.set_result(1, Val::Vector(high))
            }
            _ => Err(self.unsupported("operands that are not both scalars or both vectors of one shape")),
        }
    }

    fn pair_scalar(&mut self, op: PairOp, ty: ScalarType, a: V, b: V) -> (V, V) {
        let machine = machine(ty).unwrap_or(types::I64);
        if op == PairOp::AddUIExtended {
            let sum = self.b.ins().iadd(a, b);
            let low = self.mask(ty, sum);
            // A sum that wrapped is less than either operand.
            let carry = self.b.ins().icmp(IntCC::UnsignedLessThan, low, a);
            return (low, carry);
        }
        let signed = op == PairOp::MulSIExtended;
        let (a, b) = if signed { (self.sign_extend(ty, a), self.sign_extend(ty, b)) } else { (a, b) };
        let (a, b) = (self.resize_scalar(a, types::I64, signed), self.resize_scalar(b, types::I64, signed));
        let (bits, low) = (i64::from(ty.bits()), self.b.ins().imul(a, b));
        let high = if bits <= 32 {
            self.b.ins().ushr_imm_u(low, bits)
        } else {
            let top = if signed { self.b.ins().smulhi(a, b) } else { self.b.ins().umulhi(a, b) };
            if bits == 64 {
                top
            } else {
                let (upper, lower) = (self.b.ins().ishl_imm_u(top, 64 - bits), self.b.ins().ushr_imm_u(low, bits));
                self.b.ins().bor(upper, lower)
            }
        };
        let mut narrow = |v| {
            let v = self.resize_scalar(v, machine, false);
            self.mask(ty, v)
        };
        (narrow(low), narrow(high))
    }
}
