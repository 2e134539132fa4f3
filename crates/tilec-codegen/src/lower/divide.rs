//! Integer division. The machine would stop the process; here the kernel stops with an error instead.

use super::Lower;
use super::value::{V, machine};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, types};
use tilec_ir::scalar_op::BinaryOp;
use tilec_ir::{Scalar, ScalarType};

impl Lower<'_> {
    /// Quotient or remainder of two integers; `known` is the divisor if it is a constant.
    pub(super) fn divide(&mut self, op: BinaryOp, ty: ScalarType, a: V, b: V, known: Option<Scalar>) -> V {
        let name = self.module.spelling(self.op).name;
        if known.is_none_or(|d| d.bits == 0) {
            let zero = self.b.ins().icmp_imm_s(IntCC::Equal, b, 0);
            self.stop_if(zero, format!("integer division by zero in {name}"), false);
        }
        if matches!(op, BinaryOp::DivUI | BinaryOp::RemUI | BinaryOp::CeilDivUI) {
            return self.divide_unsigned(op, a, b);
        }
        let machine = machine(ty).unwrap_or(types::I64);
        if known.is_none_or(|d| d.bits == ty.mask()) {
            let (least, all) = (self.iconst(machine, ty.mask() ^ (ty.mask() >> 1)), self.iconst(machine, ty.mask()));
            let by_minus_one = self.b.ins().icmp(IntCC::Equal, b, all);
            let of_least = self.b.ins().icmp(IntCC::Equal, a, least);
            let overflow = self.b.ins().band(by_minus_one, of_least);
            self.stop_if(overflow, format!("integer division overflow in {name}"), false);
        }
        let (x, y) = (self.sign_extend(ty, a), self.sign_extend(ty, b));
        let v = self.divide_signed(op, x, y);
        self.mask(ty, v)
    }

    fn divide_unsigned(&mut self, op: BinaryOp, x: V, y: V) -> V {
        match op {
            BinaryOp::DivUI => self.b.ins().udiv(x, y),
            BinaryOp::RemUI => self.b.ins().urem(x, y),
            _ => {
                let quotient = self.b.ins().udiv(x, y);
                let product = self.b.ins().imul(quotient, y);
                let rest = self.b.ins().icmp(IntCC::NotEqual, product, x);
                self.add_bit(quotient, rest, 1)
            }
        }
    }

    fn divide_signed(&mut self, op: BinaryOp, x: V, y: V) -> V {
        if op == BinaryOp::RemSI {
            return self.b.ins().srem(x, y);
        }
        let quotient = self.b.ins().sdiv(x, y);
        if op == BinaryOp::DivSI {
            return quotient;
        }
        let product = self.b.ins().imul(quotient, y);
        let rest = self.b.ins().icmp(IntCC::NotEqual, product, x);
        let signs = self.b.ins().bxor(x, y);
        let (when, by) =
            if op == BinaryOp::CeilDivSI { (IntCC::SignedGreaterThanOrEqual, 1) } else { (IntCC::SignedLessThan, -1) };
        let right_signs = self.b.ins().icmp_imm_s(when, signs, 0);
        let adjust = self.b.ins().band(rest, right_signs);
        self.add_bit(quotient, adjust, by)
    }

    /// `v + by` where `bit` is set.
    fn add_bit(&mut self, v: V, bit: V, by: i64) -> V {
        let ty = self.b.func.dfg.value_type(v);
        let wide = if ty == types::I8 { bit } else { self.b.ins().uextend(ty, bit) };
        if by == 1 { self.b.ins().iadd(v, wide) } else { self.b.ins().isub(v, wide) }
    }
}
