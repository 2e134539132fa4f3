//! Ops that make, cut, reshape and fill tensors.

use super::memory::{alloc, copy};
use super::{Rewriter, buffer_type};
use crate::bufferize::{facts, is_tensor};
use std::sync::Arc;
use tilec_ir::verify::{collapsed_layout, collapses_certainly, expanded_layout, reassociation, view_layout};
use tilec_ir::{Attr, Builder, Layout, MemRefType, Op, OpKind, Type, Use, Value, ValueDef, spelling};

impl Rewriter<'_> {
    pub(super) fn constant(&mut self, op: Op) {
        let result = self.module.result(op);
        let Some(Attr::Dense(dense)) = self.module.attr(op, "value").cloned() else { return };
        let ty = buffer_type(self.module.ty(result));
        let name = self.globals.name(self.module, &Attr::Dense(dense), &ty);
        let get = {
            let mut builder = Builder::before(self.module, op);
            builder.op(spelling::of(OpKind::GetGlobal), &[], &[ty])
        };
        self.module.set_attr(get, "name", Attr::Symbol(name.into()));
        let buffer = self.module.result(get);
        self.buffers.insert(result, buffer);
    }

    pub(super) fn alloc_tensor(&mut self, op: Op) {
        let result = self.module.result(op);
        let source = self.module.group_named(op, "copy").first().map(|&v| self.buffer(v));
        let buffer = match source {
            Some(source) => self.copy_of(op, source),
            None => {
                let sizes: Vec<_> = self.module.group(op, 0).collect();
                let ty = buffer_type(self.module.ty(result));
                alloc(&mut Builder::before(self.module, op), &ty, &sizes)
            }
        };
        self.buffers.insert(result, buffer);
    }

    /// The part of `buffer` that a slice op describes, as a view of type `part` up to layout.
    fn view(&mut self, op: Op, before: Op, buffer: Value, part: &Type) -> Value {
        let from = self.module.ty(buffer).as_memref().expect("a buffer").clone();
        let statics: Vec<_> =
            ["static_offsets", "static_sizes", "static_strides"].map(|n| self.module.int_array(op, n).to_vec()).into();
        let shape = part.shape().expect("a shaped type");
        let (strides, offset) = view_layout(&from, &statics[0], &statics[1], &statics[2], shape).expect("a strided layout");
        let elem = from.elem;
        let ty = MemRefType { shape: shape.to_vec(), elem, layout: Layout::Strided { offset, strides }, space: from.space };
        let groups = ["offsets", "sizes", "strides"].map(|g| self.module.group_named(op, g));
        let operands: Vec<_> = std::iter::once(buffer).chain(groups.iter().flatten().copied()).collect();
        let mut builder = Builder::before(self.module, before);
        let view = builder.op(spelling::of(OpKind::View), &operands, &[Type::MemRef(Arc::new(ty))]);
        let sizes: Vec<_> = std::iter::once(1).chain(groups.iter().map(Vec::len)).collect();
        self.module.set_segments(view, &sizes);
        for (name, values) in ["static_offsets", "static_sizes", "static_strides"].into_iter().zip(statics) {
            self.module.set_attr(view, name, Attr::i64_array(values));
        }
        self.module.result(view)
    }

    pub(super) fn slice(&mut self, op: Op) {
        let result = self.module.result(op);
        let source = self.buffer(self.module.operand(op, 0));
        let part = self.module.ty(result).clone();
        let view = self.view(op, op, source, &part);
        let buffer = match self.in_place(op, 0) {
            true => view,
            false if self.decisions.is_only_overwritten(result) => self.alloc_like(op, view),
            false => self.copy_of(op, view),
        };
        self.buffers.insert(result, buffer);
    }

    pub(super) fn insert_slice(&mut self, op: Op) {
        let needed = facts::reads(self.module, self.summaries, Use { op, operand: 1 });
        let whole = self.destination(op, 1, needed);
        self.copy_part(op, op, whole);
        self.buffers.insert(self.module.result(op), whole);
    }

    /// What a parallel loop puts into the buffer that it shares, at the end of the iteration.
    pub(super) fn parallel_insert(&mut self, op: Op) {
        let end = self.module.parent_op(op).expect("an op of a parallel loop");
        let ValueDef::Arg(block, n) = self.module.def(self.module.operand(op, 1)) else { return };
        let forall = self.module.block_owner(block).expect("a loop");
        let first = self.module.block_args(block).len() - self.module.results(forall).len();
        let whole = self.buffer(self.module.results(forall)[n as usize - first]);
        self.copy_part(op, end, whole);
    }

    /// Copies the source of an insertion into its part of `whole`.
    fn copy_part(&mut self, op: Op, before: Op, whole: Value) {
        let source = self.module.operand(op, 0);
        if self.is_undefined(source) {
            return;
        }
        let source = self.buffer(source);
        let part = self.module.ty(source).clone();
        let view = self.view(op, before, whole, &part);
        copy(&mut Builder::before(self.module, before), source, view);
    }

    /// One element is written.
    pub(super) fn insert(&mut self, op: Op) {
        let whole = self.destination(op, 1, true);
        let (value, indices) = (self.module.operand(op, 0), self.module.operands(op).skip(2).collect::<Vec<_>>());
        Builder::before(self.module, op).store(value, whole, &indices);
        self.buffers.insert(self.module.result(op), whole);
    }

    /// `vector.transfer_read` of a tensor reads its buffer.
    pub(super) fn transfer_read(&mut self, op: Op) {
        if is_tensor(self.module.ty(self.module.operand(op, 0))) {
            let buffer = self.buffer(self.module.operand(op, 0));
            self.module.set_operand(op, 0, buffer);
        }
    }

    /// `vector.transfer_write` into a tensor becomes one into its buffer.
    pub(super) fn transfer_write(&mut self, op: Op) {
        let needed = facts::reads(self.module, self.summaries, Use { op, operand: 1 });
        let whole = self.destination(op, 1, needed);
        let mut operands: Vec<_> = self.module.operands(op).collect();
        operands[1] = whole;
        let (attrs, row) = (self.module.op(op).attrs.clone(), self.module.spelling(op));
        let write = Builder::before(self.module, op).op(row, &operands, &[]);
        self.module.op_mut(write).attrs = attrs;
        self.buffers.insert(self.module.result(op), whole);
    }

    /// The tensor's own buffer, if nobody minds that it is written from now on.
    pub(super) fn buffer_of_tensor(&mut self, op: Op) {
        let source = self.buffer(self.module.operand(op, 0));
        let result = self.module.result(op);
        let copied = if self.in_place(op, 0) { source } else { self.copy_of(op, source) };
        let ty = self.module.ty(result).clone();
        let value = self.cast_to(op, copied, &ty);
        self.module.replace_all_uses(result, value);
    }

    /// One buffer or the other.
    pub(super) fn select(&mut self, op: Op) {
        let [a, b] = [1, 2].map(|i| {
            let buffer = self.buffer(self.module.operand(op, i));
            if self.in_place(op, i) { buffer } else { self.copy_of(op, buffer) }
        });
        let ty = self.common_type(a, b);
        let [a, b] = [a, b].map(|v| self.cast_to(op, v, &ty));
        let condition = self.module.operand(op, 0);
        let value = Builder::before(self.module, op).select(condition, a, b);
        self.buffers.insert(self.module.result(op), value);
    }

    /// A view with another shape; of a contiguous copy where the buffer has gaps.
    pub(super) fn reshape_or_cast(&mut self, op: Op) {
        let result = self.module.result(op);
        let mut source = self.buffer(self.module.operand(op, 0));
        if self.decisions.is_only_overwritten(result) && self.module.ty(result).is_static() {
            let ty = buffer_type(self.module.ty(result));
            let buffer = alloc(&mut Builder::before(self.module, op), &ty, &[]);
            self.buffers.insert(result, buffer);
            return;
        }
        let (kind, groups) = (self.module.kind(op), reassociation(self.module.attr(op, "reassociation")));
        let has_gaps = kind == OpKind::Reshape { expand: false }
            && !collapses_certainly(self.module.ty(source).as_memref().expect("a buffer"), &groups);
        if !self.in_place(op, 0) || has_gaps {
            source = self.copy_of(op, source);
        }
        let from = self.module.ty(source).as_memref().expect("a buffer");
        let ty = match buffer_type(self.module.ty(result)) {
            Type::MemRef(t) => {
                let layout = match kind {
                    OpKind::Reshape { expand: true } => expanded_layout(from, &t.shape, &groups),
                    OpKind::Reshape { expand: false } => collapsed_layout(from, &groups),
                    _ => Some(from.layout.clone()),
                };
                Type::MemRef(Arc::new(MemRefType { layout: layout.expect("no gaps"), ..(*t).clone() }))
            }
            ty => ty,
        };
        let operands: Vec<_> = std::iter::once(source).chain(self.module.operands(op).skip(1)).collect();
        let attrs = self.module.op(op).attrs.clone();
        let new = Builder::before(self.module, op).op(spelling::of_dialect(kind, "memref"), &operands, &[ty]);
        self.module.op_mut(new).attrs = attrs;
        let buffer = self.module.result(new);
        self.buffers.insert(result, buffer);
    }

    pub(super) fn materialize(&mut self, op: Op) {
        let source = self.buffer(self.module.operand(op, 0));
        let dest = self.buffer(self.module.operand(op, 1));
        match self.module.results(op).first().copied() {
            None => copy(&mut Builder::before(self.module, op), source, dest),
            Some(result) => {
                let target = self.destination(op, 1, false);
                copy(&mut Builder::before(self.module, op), source, target);
                self.buffers.insert(result, target);
            }
        }
    }
}
