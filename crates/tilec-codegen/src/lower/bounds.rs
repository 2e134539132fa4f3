//! Accesses stay inside their buffers: proven from loop bounds and index arithmetic where possible, checked at run time where not.

use super::value::V;
use super::{Lower, Result};
use crate::kernel::Site;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, types};
use tilec_ir::scalar_op::{BinaryOp, CastOp};
use tilec_ir::{DYNAMIC, OpKind, ScalarType, Type, Value, ValueDef};

/// How many ops an index is traced through.
const FUEL: u32 = 16;

/// Smallest and largest value.
type Interval = (i64, i64);

impl Lower<'_> {
    /// Makes sure that `span` elements from `index` on are in dimension `dim` of `extent` elements. True if that is known
    /// now, false if it is checked at run time.
    pub(super) fn check_index(&mut self, index: Value, dim: usize, extent: i64, span: i64) -> Result<bool> {
        if extent == DYNAMIC {
            return Err(self.unsupported("an extent that is not constant"));
        }
        let last = extent - span;
        if self.interval(index, FUEL).is_some_and(|(low, high)| low >= 0 && high <= last) {
            return Ok(true);
        }
        let v = self.scalar(index)?;
        let failed = if last < 0 {
            self.iconst(types::I8, 1)
        } else {
            // A negative index is a huge unsigned one.
            self.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThan, v, last)
        };
        let name = self.module.spelling(self.op).name;
        let more = if span > 1 { format!(", {span} elements from it on,") } else { String::new() };
        let message = format!("index {{}}{more} is out of bounds for dimension {dim} of size {extent} in {name}");
        self.stop_with_value(failed, v, message);
        Ok(false)
    }

    /// [`Lower::stop_if`] with a value for the `{}` of the message, left in the first slot.
    fn stop_with_value(&mut self, failed: V, value: V, message: String) {
        self.sites.push(Site { message, loc: self.module.op(self.op).loc.clone(), is_allocation: false, has_value: true });
        let status = self.sites.len() as u64;
        let (error, fine) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(failed, error, &[], fine, &[]);
        self.b.switch_to_block(error);
        self.b.set_cold_block(error);
        self.b.ins().store(MemFlagsData::new().with_notrap(), value, self.slots, 0);
        let status = self.iconst(types::I64, status);
        self.b.ins().return_(&[status]);
        self.b.switch_to_block(fine);
    }

    /// Bounds of an integer value wherever it is used; `None` if nothing is known.
    fn interval(&self, value: Value, fuel: u32) -> Option<Interval> {
        if let Some(constant) = self.constant_int(value) {
            return Some((constant, constant));
        }
        if fuel == 0 {
            return None;
        }
        let op = match self.module.def(value) {
            ValueDef::Arg(block, 0) => return self.induction_interval(self.module.block_owner(block)?, fuel),
            ValueDef::Arg(..) => return None,
            ValueDef::Result(op, _) => op,
        };
        let operand = |i: usize| self.interval(self.module.operand(op, i), fuel - 1);
        let is_index = *self.module.ty(value) == Type::Scalar(ScalarType::Index);
        match self.module.kind(op) {
            OpKind::AffineApply => {
                let map = self.module.attr(op, "map")?.as_map()?;
                let inputs: Vec<_> = (0..self.module.num_operands(op)).map(operand).collect();
                let (dims, symbols) = inputs.split_at(map.dims as usize);
                map.results.first()?.interval(dims, symbols)
            }
            OpKind::Binary(binary) if is_index => {
                let ((a, b), (c, d)) = (operand(0)?, operand(1)?);
                match binary {
                    BinaryOp::AddI => Some((a.checked_add(c)?, b.checked_add(d)?)),
                    BinaryOp::SubI => Some((a.checked_sub(d)?, b.checked_sub(c)?)),
                    BinaryOp::MulI => {
                        let all = [a.checked_mul(c)?, a.checked_mul(d)?, b.checked_mul(c)?, b.checked_mul(d)?];
                        Some((*all.iter().min()?, *all.iter().max()?))
                    }
                    BinaryOp::MinSI => Some((a.min(c), b.min(d))),
                    BinaryOp::MaxSI => Some((a.max(c), b.max(d))),
                    _ => None,
                }
            }
            OpKind::Cast(CastOp::IndexCast) if is_index => {
                let from = self.module.ty(self.module.operand(op, 0)).elem()?;
                (from.bits() < 64).then(|| (-(1i64 << (from.bits() - 1)), (1i64 << (from.bits() - 1)) - 1))
            }
            OpKind::Cast(CastOp::IndexCastUI) if is_index => {
                let from = self.module.ty(self.module.operand(op, 0)).elem()?;
                (from.bits() < 63).then(|| (0, (1i64 << from.bits()) - 1))
            }
            _ => None,
        }
    }

    /// Bounds of the induction variable inside its loop.
    fn induction_interval(&self, owner: tilec_ir::Op, fuel: u32) -> Option<Interval> {
        if self.module.kind(owner) != OpKind::For || self.module.attr(owner, "unsignedCmp").is_some() {
            return None;
        }
        let bound = |i: usize| self.interval(self.module.operand(owner, i), fuel - 1);
        let ((lower, lower_most), (_, upper)) = (bound(0)?, bound(1)?);
        if upper <= lower {
            // The loop never runs.
            return Some((lower, lower));
        }
        let step = self.constant_int(self.module.operand(owner, 2)).filter(|s| *s > 0).unwrap_or(1);
        let span = upper.checked_sub(1)?.checked_sub(lower)?;
        let last = if lower == lower_most { lower + span / step * step } else { upper - 1 };
        Some((lower, last))
    }
}
