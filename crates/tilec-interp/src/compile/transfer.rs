//! Compiles transfers between vectors and tensors or buffers.

use super::Compiler;
use super::elementwise::reg_of;
use crate::error::{Run, fault};
use crate::program::{Instr, Transfer};
use tilec_ir::{Op, OpKind};

impl Compiler<'_> {
    pub(super) fn transfer(&mut self, op: Op) -> Run<Instr> {
        let m = self.module;
        let write = m.kind(op) == OpKind::TransferWrite;
        let shape = self.vector_shape(if write { m.operand(op, 0) } else { m.result(op) })?;
        let Some(view) = m.transfer(op) else { return fault("expected a permutation map that fits the vector") };
        let rank = m.ty(view.shaped).shape().map(<[i64]>::len);
        if rank != Some(view.indices.len()) || view.dims.iter().flatten().any(|&d| d >= view.indices.len()) {
            return fault(format!("expected {} indices, found {}", rank.unwrap_or(0), view.indices.len()));
        }
        let place = Transfer {
            shape: shape.to_vec(),
            dims: view.dims.clone(),
            in_bounds: view.in_bounds.clone(),
            indices: self.scalars(view.indices.into_iter())?.into_vec(),
        };
        if !write {
            let padding = self.scalar(m.operand(op, m.num_operands(op) - 1))?;
            let base = self.object(view.shaped)?;
            let dst = reg_of(self.define(m.result(op))?);
            return Ok(Instr::TransferRead { dst, base, padding, place: Box::new(place) });
        }
        let (value, base) = (self.object(m.operand(op, 0))?, self.object_use(op, view.shaped)?);
        let dst = match m.results(op).first() {
            Some(&result) => Some(reg_of(self.define(result)?)),
            None => None,
        };
        Ok(Instr::TransferWrite { value, base, dst, place: Box::new(place) })
    }
}
