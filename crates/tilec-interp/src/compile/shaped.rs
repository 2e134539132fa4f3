//! Compiles the ops on tensors and buffers as a whole.

use super::Compiler;
use super::elementwise::reg_of;
use crate::error::{Run, fault};
use crate::program::{Instr, Shaped, Size, SliceSpec};
use tilec_ir::{Attr, DYNAMIC, Op, OpKind, Value};

impl Compiler<'_> {
    pub(super) fn shaped(&mut self, op: Op) -> Run<Instr> {
        let m = self.module;
        let source = m.operands(op).next();
        let result = m.results(op).first().copied();
        let instr = match (m.kind(op), source, result) {
            (OpKind::Empty | OpKind::Alloc | OpKind::Alloca, _, Some(result)) => self.fresh(op, result)?,
            (OpKind::AllocTensor, _, Some(result)) => match m.group_named(op, "copy").first() {
                Some(&copied) => Shaped::Duplicate { src: self.object_use(op, copied)?, dst: reg_of(self.define(result)?) },
                None => self.fresh(op, result)?,
            },
            (OpKind::ToTensor | OpKind::ToBuffer, Some(source), Some(result)) => {
                Shaped::Duplicate { src: self.object_use(op, source)?, dst: reg_of(self.define(result)?) }
            }
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
            _ => return fault("unexpected operands or results"),
        };
        Ok(Instr::Shaped(Box::new(instr)))
    }

    fn fresh(&mut self, op: Op, result: Value) -> Run<Shaped> {
        let ty = self.module.ty(result).clone();
        let group = |c: &Self, i: usize| c.module.group(op, i).map(|v| c.scalar(v).map(Size::Reg)).collect::<Run<Vec<_>>>();
        let mut dynamic = group(self, 0)?.into_iter();
        let sizes = ty.shape().unwrap_or(&[]).iter().map(|&n| match n {
            DYNAMIC => dynamic.next().map_or_else(|| fault("expected an operand for each ? of the type"), Ok),
            n => Ok(Size::Const(n)),
        });
        let sizes = sizes.collect::<Run<Vec<_>>>()?;
        let symbols = if ty.as_memref().is_some() { group(self, 1)? } else { Vec::new() };
        Ok(Shaped::Fresh { dst: reg_of(self.define(result)?), ty, sizes, symbols })
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
