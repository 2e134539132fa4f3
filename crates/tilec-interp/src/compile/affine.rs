//! Compiles affine maps and the accesses that go through them.

use super::Compiler;
use super::elementwise::reg_of;
use crate::error::{Run, fault};
use crate::program::{Affine, Code, Instr, Reg};
use tilec_ir::{AffineMap, Attr, Op, OpKind, Value};

impl Compiler<'_> {
    /// The greatest or least result of a map into `dst`.
    pub(super) fn affine(&self, dst: Reg, map: Option<&AffineMap>, operands: &[Value], max: bool) -> Run<Instr> {
        let Some(map) = map else {
            return fault("expected a map");
        };
        let operands = self.scalars(operands.iter().copied())?;
        let dims = map.dims as usize;
        if map.results.is_empty() || operands.len() != dims + map.symbols as usize {
            return fault(format!("the operands do not match the map {map}"));
        }
        let (dims, symbols) = operands.split_at(dims);
        let (dims, symbols) = (dims.to_vec(), symbols.to_vec());
        Ok(Instr::Affine(Box::new(Affine { dst, results: map.results.to_vec(), max, dims, symbols })))
    }

    /// `affine.apply`, `affine.min`, `affine.max`.
    pub(super) fn affine_value(&mut self, op: Op, max: bool) -> Run<Instr> {
        let m = self.module;
        let map = m.attr(op, "map").and_then(Attr::as_map);
        if m.kind(op) == OpKind::AffineApply && map.is_some_and(|map| map.results.len() != 1) {
            return fault("expected a map of one result");
        }
        let (result, operands) = (m.result(op), m.operands(op).collect::<Vec<_>>());
        if m.ty(result).as_scalar().is_none() {
            return fault("expected a scalar result");
        }
        let affine = self.affine(0, map, &operands, max)?;
        let dst = reg_of(self.define(result)?);
        Ok(match affine {
            Instr::Affine(affine) => Instr::Affine(Box::new(Affine { dst, ..*affine })),
            other => other,
        })
    }

    /// The results of the map are computed one by one; then it is a load or a store.
    pub(super) fn affine_access(&mut self, code: &mut Code, op: Op) -> Run<Instr> {
        let m = self.module;
        let store = m.kind(op) == OpKind::AffineStore;
        let Some(map) = m.attr(op, "map").and_then(Attr::as_map) else {
            return fault("expected a map");
        };
        let operands: Vec<_> = m.group(op, if store { 2 } else { 1 }).collect();
        let mut indices = Vec::new();
        for result in map.results.iter() {
            let dst = self.new_scalar(0);
            let one = AffineMap { results: [result.clone()].into(), ..map.clone() };
            code.push(op, self.affine(dst, Some(&one), &operands, false)?);
            indices.push(dst);
        }
        let (base, indices) = (self.object(m.operand(op, usize::from(store)))?, indices.into());
        if store {
            return Ok(Instr::Store { value: self.scalar(m.operand(op, 0))?, base, indices });
        }
        let dst = reg_of(self.define(m.result(op))?);
        Ok(Instr::Load { dst, base, indices })
    }
}
