//! `affine.apply`.

use super::value::{V, Val};
use super::{Lower, Result};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, types};
use tilec_ir::affine::AffineOp;
use tilec_ir::{AffineExpr, Attr, Op};

/// Expressions nested deeper are refused.
const MAX_DEPTH: u32 = 256;

impl<'a> Lower<'a> {
    /// The expression of an `affine.apply` and the number of its dims, if the operands fit it.
    pub(super) fn affine_expr(&self, op: Op) -> Option<(&'a AffineExpr, usize)> {
        let map = self.module.attr(op, "map").and_then(Attr::as_map)?;
        let fits = map.num_results() == 1 && (map.dims + map.symbols) as usize == self.module.num_operands(op);
        if fits { Some((&map.results[0], map.dims as usize)) } else { None }
    }

    /// `affine.apply`; the right side of `mod` and of the divisions must be positive.
    pub(super) fn affine_apply(&mut self) -> Result<()> {
        let Some((expr, dims)) = self.affine_expr(self.op) else {
            return Err(self.internal("a map of the wrong size"));
        };
        let operands = self.module.operands(self.op).map(|v| self.scalar(v)).collect::<Result<Vec<_>>>()?;
        let v = self.affine_value(expr, dims, &operands, MAX_DEPTH)?;
        self.set_result(0, Val::Scalar(v))
    }

    fn affine_value(&mut self, expr: &AffineExpr, dims: usize, operands: &[V], depth: u32) -> Result<V> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(self.unsupported("an expression nested this deeply"));
        };
        Ok(match expr {
            AffineExpr::Const(c) => self.iconst(types::I64, c.cast_unsigned()),
            AffineExpr::Dim(d) => operands[*d as usize],
            AffineExpr::Symbol(s) => operands[dims + *s as usize],
            AffineExpr::Binary(op, args) => {
                let l = self.affine_value(&args.0, dims, operands, depth)?;
                let r = self.affine_value(&args.1, dims, operands, depth)?;
                match op {
                    AffineOp::Add => self.b.ins().iadd(l, r),
                    AffineOp::Mul => self.b.ins().imul(l, r),
                    AffineOp::Mod | AffineOp::FloorDiv | AffineOp::CeilDiv => self.affine_division(*op, l, r, args.1.as_const()),
                }
            }
        })
    }

    fn affine_division(&mut self, op: AffineOp, l: V, r: V, divisor: Option<i64>) -> V {
        if divisor.is_none_or(|d| d < 1) {
            let bad = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, r, 1);
            let name = self.module.spelling(self.op).name;
            self.stop_if(bad, format!("division by a number that is not positive in {name}"), false);
        }
        if let Some(d) = divisor.filter(|d| d.count_ones() == 1 && *d > 0) {
            let shift = i64::from(d.trailing_zeros());
            return match op {
                AffineOp::Mod => self.b.ins().band_imm_s(l, d - 1),
                AffineOp::FloorDiv => self.b.ins().sshr_imm_u(l, shift),
                // −floor(−l / d)
                _ => {
                    let negated = self.b.ins().ineg(l);
                    let floor = self.b.ins().sshr_imm_u(negated, shift);
                    self.b.ins().ineg(floor)
                }
            };
        }
        let quotient = self.b.ins().sdiv(l, r);
        let product = self.b.ins().imul(quotient, r);
        let remainder = self.b.ins().isub(l, product);
        match op {
            AffineOp::Mod => {
                let wrapped = self.b.ins().iadd(remainder, r);
                let negative = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, remainder, 0);
                self.b.ins().select(negative, wrapped, remainder)
            }
            AffineOp::FloorDiv => {
                let negative = self.b.ins().icmp_imm_s(IntCC::SignedLessThan, remainder, 0);
                let one = self.b.ins().uextend(types::I64, negative);
                self.b.ins().isub(quotient, one)
            }
            _ => {
                let positive = self.b.ins().icmp_imm_s(IntCC::SignedGreaterThan, remainder, 0);
                let one = self.b.ins().uextend(types::I64, positive);
                self.b.ins().iadd(quotient, one)
            }
        }
    }
}
