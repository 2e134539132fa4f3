//! Compiles elementwise ops, element accesses and vector ops.

use super::Compiler;
use crate::compute::Compute;
use crate::error::{Run, fault};
use crate::program::{Instr, Lanewise, Reg, Size, Slot, VectorInstr};
use tilec_ir::scalar_op::Predicate;
use tilec_ir::types::row_major_strides;
use tilec_ir::{Attr, Op, OpKind, ScalarType, Type, Value};

impl Compiler<'_> {
    pub(super) fn elem(&self, value: Value) -> ScalarType {
        self.module.ty(value).elem().unwrap_or(ScalarType::Index)
    }

    pub(super) fn elementwise(&mut self, op: Op) -> Run<Instr> {
        let m = self.module;
        let operand = |i| self.elem(m.operand(op, i));
        let compute = match m.kind(op) {
            OpKind::Unary(u) => Compute::Unary(u, operand(0)),
            OpKind::Binary(b) => Compute::Binary(b, operand(0), operand(1)),
            OpKind::Ternary(t) => Compute::Ternary(t, operand(0)),
            OpKind::Pair(p) => Compute::Pair(p, operand(0)),
            OpKind::Compare { float } => {
                let number = m.attr(op, "predicate").and_then(Attr::as_int);
                match number.and_then(|n| Predicate::from_number(n, float)) {
                    Some(predicate) => Compute::Compare(predicate, operand(0)),
                    None => return fault("expected a predicate"),
                }
            }
            OpKind::Select => Compute::Select,
            OpKind::Cast(c) => Compute::Cast(c, operand(0), self.elem(m.result(op))),
            _ => return fault("not an elementwise op"),
        };
        let results = m.results(op);
        let Some(&first) = results.first() else {
            return fault("expected a result");
        };
        if matches!(m.ty(first), Type::MemRef(_) | Type::UnrankedMemRef(_)) {
            let condition = self.scalar(m.operand(op, 0))?;
            let [a, b] = [self.use_of(op, m.operand(op, 1))?, self.use_of(op, m.operand(op, 2))?];
            return Ok(Instr::Pick { condition, a, b, to: self.define(first)? });
        }
        if m.ty(first).as_scalar().is_none() {
            let args = m.operands(op).collect::<Vec<_>>().into_iter().map(|v| self.use_of(op, v)).collect::<Run<Vec<_>>>()?;
            let tensor = m.ty(first).as_vector().is_none();
            let mut dst = Vec::new();
            for &result in results {
                let elem = self.elem(result);
                match self.define(result)? {
                    Slot::Object(reg) => dst.push((reg, elem)),
                    Slot::Scalar(_) => return fault("expected results of one shape"),
                }
            }
            return Ok(Instr::Lanewise(Box::new(Lanewise { op: compute, args, dst, tensor })));
        }
        let regs = self.scalars(m.operands(op))?;
        let args: [Reg; 3] = std::array::from_fn(|i| regs.get(i).copied().unwrap_or(regs[0]));
        let dst = results.iter().map(|&v| self.define(v).map(reg_of)).collect::<Run<Vec<_>>>()?;
        Ok(match (compute, dst[..].split_first()) {
            (_, Some((&low, &[high]))) => Instr::Pair { op: compute, dst: [low, high], args },
            (Compute::Select, _) => Instr::Select { dst: dst[0], condition: args[0], a: args[1], b: args[2] },
            _ => match compute.fast() {
                Some(fast) => Instr::Fast { op: fast, dst: dst[0], args },
                None => Instr::Compute { op: compute, dst: dst[0], args },
            },
        })
    }

    pub(super) fn load(&mut self, op: Op) -> Run<Instr> {
        let base = self.object(self.module.operand(op, 0))?;
        let indices = self.scalars(self.module.group(op, 1))?;
        let dst = reg_of(self.define(self.module.result(op))?);
        Ok(Instr::Load { dst, base, indices })
    }

    pub(super) fn store(&mut self, op: Op) -> Run<Instr> {
        let value = self.scalar(self.module.operand(op, 0))?;
        let base = self.object(self.module.operand(op, 1))?;
        Ok(Instr::Store { value, base, indices: self.scalars(self.module.group(op, 2))? })
    }

    pub(super) fn vector_load(&mut self, op: Op) -> Run<Instr> {
        let base = self.object(self.module.operand(op, 0))?;
        let indices = self.scalars(self.module.group(op, 1))?;
        let result = self.module.result(op);
        let shape = self.vector_shape(result)?.into();
        Ok(Instr::VectorLoad { dst: reg_of(self.define(result)?), base, indices, shape })
    }

    pub(super) fn vector_store(&mut self, op: Op) -> Run<Instr> {
        let value = self.module.operand(op, 0);
        let base = self.object(self.module.operand(op, 1))?;
        let indices = self.scalars(self.module.group(op, 2))?;
        let shape = self.vector_shape(value)?.into();
        Ok(Instr::VectorStore { value: self.object(value)?, base, indices, shape })
    }

    pub(super) fn vector_shape(&self, value: Value) -> Run<&[i64]> {
        match self.module.ty(value) {
            Type::Vector(v) => Ok(&v.shape),
            ty => fault(format!("expected a vector, found {ty}")),
        }
    }

    pub(super) fn vector(&mut self, op: Op) -> Run<Instr> {
        let m = self.module;
        let result = m.result(op);
        let slot = self.define(result)?;
        let dst = reg_of(slot);
        let instr = match m.kind(op) {
            OpKind::FromLanes => VectorInstr::FromLanes { dst, lanes: self.scalars(m.operands(op))?.into_vec() },
            OpKind::ExtractLane => {
                let source = m.operand(op, 0);
                let shape = self.vector_shape(source)?;
                let position = self.sizes(op, "static_position", "dynamic_position")?;
                let strides = row_major_strides(shape);
                let len = shape[position.len().min(shape.len())..].iter().product::<i64>();
                let position = position.into_iter().zip(shape).zip(strides).map(|((p, &n), s)| (p, n, s)).collect();
                VectorInstr::Extract { dst: slot, src: self.object(source)?, len: len as usize, position }
            }
            _ => {
                let (source, shape) = (m.operand(op, 0), self.vector_shape(result)?);
                let lanes = shape.iter().product::<i64>() as usize;
                match self.slot(source)? {
                    Slot::Scalar(src) => VectorInstr::Splat { dst, src, lanes },
                    Slot::Object(src) => VectorInstr::Shuffle { dst, src, pick: broadcast(self.vector_shape(source)?, shape) },
                }
            }
        };
        Ok(Instr::Vector(Box::new(instr)))
    }

    /// A list of constants and operands, as slices and subviews have them.
    pub(super) fn sizes(&self, op: Op, attr: &str, group: &str) -> Run<Vec<Size>> {
        let mut dynamic = self.module.group_named(op, group).into_iter();
        let sizes = self.module.int_array(op, attr).iter().map(|&n| match n {
            tilec_ir::DYNAMIC => match dynamic.next() {
                Some(value) => self.scalar(value).map(Size::Reg),
                None => fault(format!("expected an operand for each ? of {attr}")),
            },
            n => Ok(Size::Const(n)),
        });
        sizes.collect()
    }
}

pub(super) fn reg_of(slot: Slot) -> Reg {
    match slot {
        Slot::Scalar(reg) | Slot::Object(reg) => reg,
    }
}

/// For each lane of a vector of shape `to`, the lane of the vector of shape `from` that is repeated there.
fn broadcast(from: &[i64], to: &[i64]) -> Vec<usize> {
    let lead = to.len().saturating_sub(from.len());
    let strides = row_major_strides(from);
    let lane = |mut i: i64| {
        let mut source = 0;
        for d in (0..to.len()).rev() {
            let index = i % to[d];
            i /= to[d];
            if d >= lead && from[d - lead] != 1 {
                source += index * strides[d - lead];
            }
        }
        source as usize
    };
    (0..to.iter().product()).map(lane).collect()
}
