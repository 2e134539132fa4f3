//! Compiles the ops on tensors and buffers as a whole.

use super::Compiler;
use super::elementwise::reg_of;
use crate::error::{Run, fault};
use crate::program::{Instr, ObjectUse, Size};
use crate::shaped::{Shaped, SliceSpec};
use tilec_ir::{Attr, Op, OpKind, Type, Value, ValueDef};

impl Compiler<'_> {
    pub(super) fn shaped(&mut self, op: Op) -> Run<Instr> {
        let m = self.module;
        let source = m.operands(op).next();
        let result = m.results(op).first().copied();
        let instr = match (m.kind(op), source, result) {
            (OpKind::Empty | OpKind::Alloc | OpKind::Alloca, _, Some(result)) => self.fresh(op, result)?,
            (OpKind::AllocTensor, _, Some(result)) => match m.group_named(op, "copy").first() {
                Some(&copied) => self.duplicate(op, copied, result, None)?,
                None => self.fresh(op, result)?,
            },
            (OpKind::ToTensor | OpKind::ToBuffer, Some(source), Some(result)) => self.duplicate(op, source, result, None)?,
            (OpKind::Dim, Some(source), Some(result)) => {
                let index = self.scalar(m.operand(op, 1))?;
                Shaped::Dim { src: self.object(source)?, index, dst: reg_of(self.define(result)?) }
            }
            (OpKind::Slice, Some(source), Some(result)) => {
                let spec = self.slice_spec(op, result)?;
                Shaped::Slice { src: self.object(source)?, spec, dst: reg_of(self.define(result)?) }
            }
            (OpKind::View, Some(source), Some(result)) => {
                let spec = self.slice_spec(op, result)?;
                Shaped::Subview { src: self.object(source)?, spec, dst: reg_of(self.define(result)?) }
            }
            (OpKind::InsertSlice, Some(source), Some(result)) => {
                let (spec, dest) = (self.slice_spec(op, source)?, self.object_use(op, m.operand(op, 1))?);
                Shaped::InsertSlice { src: self.object(source)?, dest, spec, dst: reg_of(self.define(result)?) }
            }
            (OpKind::Reshape { expand }, Some(source), Some(result)) => self.reshape(op, source, result, expand)?,
            (OpKind::ShapeCast, Some(source), Some(result)) => {
                let (src, ty) = (self.object_use(op, source)?, m.ty(result).clone());
                Shaped::Cast { src, ty, dst: reg_of(self.define(result)?) }
            }
            (OpKind::Materialize, Some(source), Some(result)) => {
                let (src, dest) = (self.object_use(op, source)?, self.object(m.operand(op, 1))?);
                Shaped::MaterializeTensor { src, dest, dst: reg_of(self.define(result)?) }
            }
            (OpKind::Materialize | OpKind::Copy, Some(source), None) => {
                Shaped::CopyTo { src: self.object(source)?, dest: self.object(m.operand(op, 1))? }
            }
            (OpKind::Dealloc, Some(source), None) => Shaped::Dealloc { src: self.object(source)? },
            (OpKind::Rank, Some(source), Some(result)) => {
                Shaped::Rank { src: self.object(source)?, dst: reg_of(self.define(result)?) }
            }
            (OpKind::ParallelInsert, Some(source), None) => self.parallel_insert(op, source)?,
            (OpKind::Insert, Some(value), Some(result)) => {
                let dest = m.operand(op, 1);
                let value = self.element(value, self.elem(dest))?;
                let (dest, indices) = (self.object_use(op, dest)?, self.scalars(m.group(op, 2))?);
                Shaped::Insert { value, dest, indices, dst: reg_of(self.define(result)?) }
            }
            (OpKind::ReshapeTo, Some(source), Some(result)) => {
                let (shape, ty) = (m.operand(op, 1), m.ty(result).clone());
                if !self.elem(shape).is_int_or_index() || m.ty(shape).as_tensor().is_none() {
                    return fault("expected a tensor of integers");
                }
                let (src, elem) = (self.object_use(op, source)?, self.elem(shape));
                Shaped::ReshapeTo { src, shape: self.object(shape)?, elem, ty, dst: reg_of(self.define(result)?) }
            }
            (OpKind::ByteView | OpKind::Reinterpret | OpKind::Clone, Some(source), Some(result)) => {
                self.seen(op, source, result)?
            }
            _ => return fault("unexpected operands or results"),
        };
        Ok(Instr::Shaped(Box::new(instr)))
    }

    fn duplicate(&mut self, op: Op, source: Value, result: Value, ty: Option<Type>) -> Run<Shaped> {
        Ok(Shaped::Duplicate { src: self.object_use(op, source)?, ty, dst: reg_of(self.define(result)?) })
    }

    fn fresh(&mut self, op: Op, result: Value) -> Run<Shaped> {
        let ty = self.module.ty(result).clone();
        let sizes = self.extents(&ty, self.module.group(op, 0))?;
        let symbols = if ty.as_memref().is_some() {
            self.module.group(op, 1).map(|v| self.scalar(v).map(Size::Reg)).collect::<Run<Vec<_>>>()?
        } else {
            Vec::new()
        };
        Ok(Shaped::Fresh { dst: reg_of(self.define(result)?), ty, sizes, symbols })
    }

    /// A buffer that is another one in other types.
    fn seen(&mut self, op: Op, source: Value, result: Value) -> Run<Shaped> {
        let m = self.module;
        let (found, ty) = (m.ty(source), m.ty(result).clone());
        if ty.as_memref().is_none() || !matches!(found, Type::MemRef(_) | Type::UnrankedMemRef(_)) {
            return fault(format!("expected buffers, found {found} and {ty}"));
        }
        let src = self.object(source)?;
        Ok(match m.kind(op) {
            OpKind::ByteView => {
                let (shift, sizes) = (self.scalar(m.operand(op, 1))?, self.extents(&ty, m.group(op, 2))?);
                Shaped::ByteView { src, shift, ty, sizes, dst: reg_of(self.define(result)?) }
            }
            OpKind::Reinterpret => {
                let sizes = self.sizes(op, "static_sizes", "sizes")?;
                let strides = self.sizes(op, "static_strides", "strides")?;
                let &[offset] = &self.sizes(op, "static_offsets", "offsets")?[..] else {
                    return fault("expected one offset");
                };
                if sizes.len() != strides.len() {
                    return fault("expected as many sizes as strides");
                }
                Shaped::Reinterpret { src, ty, offset, sizes, strides, dst: reg_of(self.define(result)?) }
            }
            _ => self.duplicate(op, source, result, Some(ty))?,
        })
    }

    /// Replaces a part of a tensor that the iterations of the loop around share, where it lives.
    fn parallel_insert(&mut self, op: Op, source: Value) -> Run<Shaped> {
        let m = self.module;
        let dest = m.operand(op, 1);
        let inside = m.parent_op(op).filter(|o| m.kind(*o) == OpKind::InParallel).and_then(|o| m.parent_block(o));
        let result = match m.def(dest) {
            ValueDef::Arg(block, n) if Some(block) == inside => m.block_owner(block).and_then(|forall| {
                let indices = m.block_args(block).len().checked_sub(m.results(forall).len())?;
                m.results(forall).get((n as usize).checked_sub(indices)?).copied()
            }),
            _ => None,
        };
        let Some(result) = result else {
            return fault("expected one of the tensors that the loop shares");
        };
        let (spec, reg) = (self.slice_spec(op, source)?, self.object(result)?);
        Ok(Shaped::InsertSlice { src: self.object(source)?, dest: ObjectUse { reg, last: true }, spec, dst: reg })
    }

    /// The slice of an op whose small side has the type of `reduced`, which may leave out unit dimensions.
    fn slice_spec(&self, op: Op, reduced: Value) -> Run<SliceSpec> {
        let offsets = self.sizes(op, "static_offsets", "offsets")?;
        let sizes = self.sizes(op, "static_sizes", "sizes")?;
        let strides = self.sizes(op, "static_strides", "strides")?;
        let small = self.module.ty(reduced).shape().unwrap_or(&[]);
        let mut kept = small.iter().peekable();
        let is_dropped = |size: &i64| {
            let keep = kept.peek().is_some_and(|k| *k == size);
            if keep {
                kept.next();
            }
            !keep
        };
        let dropped: Vec<_> = if small.len() == sizes.len() {
            vec![false; sizes.len()]
        } else {
            self.module.int_array(op, "static_sizes").iter().map(is_dropped).collect()
        };
        let rank = dropped.iter().filter(|d| !**d).count();
        if offsets.len() != sizes.len() || strides.len() != sizes.len() || rank != small.len() {
            return fault("the slice does not match its type");
        }
        Ok(SliceSpec { offsets, sizes, strides, dropped })
    }

    fn reshape(&mut self, op: Op, source: Value, result: Value, expand: bool) -> Run<Shaped> {
        let index = |a: &Attr| a.as_int().and_then(|i| usize::try_from(i).ok());
        let group = |a: &Attr| match a {
            Attr::IntArray(_, is) => is.iter().map(|&i| usize::try_from(i).ok()).collect(),
            _ => a.as_array().and_then(|g| g.iter().map(index).collect::<Option<Vec<_>>>()),
        };
        let groups = self.module.attr(op, "reassociation").and_then(Attr::as_array);
        let Some(groups) = groups.and_then(|gs| gs.iter().map(group).collect::<Option<Vec<_>>>()) else {
            return fault("expected reassociation indices");
        };
        let many = self.module.ty(if expand { result } else { source }).shape().map_or(0, <[i64]>::len);
        let in_order = groups.iter().flatten().copied().eq(0..many) || groups.is_empty();
        if !in_order || groups.iter().any(Vec::is_empty) {
            return fault("expected reassociation indices in order");
        }
        let mut sizes = if expand { Some(self.sizes(op, "static_output_shape", "output_shape")?) } else { None };
        if let Some(sizes) = &mut sizes
            && sizes.len() != many
        {
            *sizes = self.module.ty(result).shape().unwrap_or(&[]).iter().map(|&n| Size::Const(n)).collect();
        }
        Ok(Shaped::Reshape { src: self.object_use(op, source)?, groups, sizes, dst: reg_of(self.define(result)?) })
    }
}
