//! Compiles structured ops.

use super::Compiler;
use super::check::check_structured;
use super::elementwise::reg_of;
use crate::compute::Compute;
use crate::error::{Run, fault};
use crate::nest::{Combiner, Nest, Operand, Output, Source, index_of};
use crate::program::{Instr, Slot};
use tilec_ir::numerics::{LANES, ORDER};
use tilec_ir::scalar_op::{BinaryOp, TernaryOp};
use tilec_ir::{AffineMap, Attr, IteratorKind, Op, OpKind, Structured, Type, Value};

/// A lane-ordered combiner in the IR: the op, and what an iteration contributes.
struct LaneOp {
    op: Op,
    contribution: Vec<Value>,
}

impl Compiler<'_> {
    pub(super) fn structured(&mut self, op: Op) -> Run<Instr> {
        let m = self.module;
        let Some(view) = m.structured(op) else {
            return fault("not a structured op");
        };
        check_structured(m, op)?;
        let body = self.only_block(op)?;
        let (maps, iterators, yields) = (view.maps(), view.iterators(), view.yields());
        let loops = iterators.len();
        let args = m.block_args(body).to_vec();
        let values: Vec<_> = m.operands(op).collect();
        let mut operands = Vec::new();
        for ((&value, &arg), map) in values.iter().zip(&args).zip(&maps) {
            operands.push(self.operand(op, value, arg, map, loops)?);
        }
        let lane_ops = (0..yields.len()).map(|i| self.lane_op(&view, i, &maps)).collect::<Run<Vec<_>>>()?;
        let lanes = lane_ops.iter().any(Option::is_some);
        let reduction = iterators.iter().rposition(|k| *k == IteratorKind::Reduction);
        let inner = if lanes { reduction } else { loops.checked_sub(1) };
        let outer = (0..loops).filter(|l| Some(*l) != inner).collect();
        let indices: Vec<_> = (0..loops).map(|_| self.new_scalar(0)).collect();
        self.indices.push(indices.clone());
        let skip: Vec<_> = lane_ops.iter().flatten().map(|l| l.op).collect();
        let code = self.block(body, &skip);
        self.indices.pop();
        let code = code?;
        let mut results = m.results(op).iter();
        let mut outputs = Vec::new();
        for (i, (yielded, lane_op)) in yields.into_iter().zip(lane_ops).enumerate() {
            let operand = view.num_inputs() + i;
            let is_tensor = m.ty(values[operand]).as_tensor().is_some();
            let result = match results.next().filter(|_| is_tensor) {
                Some(&result) => Some(reg_of(self.define(result)?)),
                None => None,
            };
            let lanes = lane_op.map(|l| self.combiner(&l)).transpose()?;
            let yielded = if lanes.is_some() { operands[operand].arg } else { self.scalar(yielded)? };
            operands[operand].read &= lanes.is_none();
            outputs.push(Output { operand, yielded, result, lanes });
        }
        let sources = view.loop_sources();
        Ok(Instr::Nest(Box::new(Nest { operands, outputs, indices, sources, outer, inner, body: code })))
    }

    fn operand(&mut self, op: Op, value: Value, arg: Value, map: &AffineMap, loops: usize) -> Run<Operand> {
        let Slot::Scalar(reg) = self.define(arg)? else {
            return fault("expected scalar block arguments");
        };
        let source = match self.slot(value)? {
            Slot::Scalar(source) => Source::Scalar(source),
            Slot::Object(_) if matches!(self.module.ty(value), Type::Tensor(_) | Type::MemRef(_)) => {
                Source::Object(self.object_use(op, value)?)
            }
            Slot::Object(_) => return fault(format!("unsupported operand type {}", self.module.ty(value))),
        };
        let access = map.results.iter().map(|e| index_of(e, loops)).collect();
        Ok(Operand { source, arg: reg, read: !self.module.is_unused(arg), access })
    }

    /// The combiner of output `i`, if it is to be reduced in lane order.
    fn lane_op(&self, view: &Structured, i: usize, maps: &[AffineMap]) -> Run<Option<LaneOp>> {
        let m = self.module;
        let yielded = view.yields()[i];
        let Some(op) = m.defining_op(yielded).filter(|op| m.parent_block(*op) == Some(view.body())) else {
            return Ok(None);
        };
        match m.op(op).extra.get(ORDER).map(Attr::as_str) {
            None => return Ok(None),
            Some(Some(LANES)) => {}
            Some(_) => return fault(format!("unknown value of {ORDER}")),
        }
        let acc = m.block_args(view.body())[view.num_inputs() + i];
        let operands: Vec<_> = m.operands(op).collect();
        let contribution = match m.kind(op) {
            OpKind::Binary(BinaryOp::AddF | BinaryOp::MulF) => operands.iter().copied().filter(|v| *v != acc).collect(),
            OpKind::Ternary(TernaryOp::Fma) if operands[2] == acc => operands[..2].to_vec(),
            _ => Vec::new(),
        };
        let once = |v| m.uses(v).len() == 1;
        if contribution.len() + 1 != operands.len() || !once(acc) || !once(yielded) {
            return fault(format!("{ORDER} needs a float add, mul or fma of the output's old value, both used nowhere else"));
        }
        let reduction = view.iterators().iter().rposition(|k| *k == IteratorKind::Reduction);
        if reduction.is_some_and(|r| maps[view.num_inputs() + i].uses_dim(r)) {
            return fault(format!("{ORDER} on an output that depends on the reduction loop"));
        }
        Ok(Some(LaneOp { op, contribution }))
    }

    fn combiner(&self, lane_op: &LaneOp) -> Run<Combiner> {
        let m = self.module;
        let Some(ty) = m.ty(lane_op.contribution[0]).as_scalar() else {
            return fault("expected a scalar combiner");
        };
        Ok(match (m.kind(lane_op.op), &lane_op.contribution[..]) {
            (OpKind::Binary(op), &[x]) => Combiner::Binary { op: Compute::Binary(op, ty, ty), x: self.scalar(x)? },
            (_, &[a, b]) => Combiner::Fma { ty, a: self.scalar(a)?, b: self.scalar(b)? },
            _ => return fault("unexpected combiner"),
        })
    }
}
