//! Buffers: allocation, access, globals.

use super::Check;
use crate::attr::Attr;
use crate::op::OpKind;
use crate::types::{DYNAMIC, Type};

impl Check<'_> {
    pub(super) fn alloc(&mut self) {
        let ty = self.result_type(0);
        let Some(shape) = ty.as_memref().map(|t| t.shape.clone()) else {
            return self.fail(format!("expected a ranked buffer, but found {ty}"));
        };
        let dynamic = shape.iter().filter(|d| **d == DYNAMIC).count();
        let found = self.module.group_range(self.op, 0).len();
        self.require(found == dynamic, || format!("expected {dynamic} sizes, one for each ? of {ty}, but found {found}"));
        let symbols = self.module.group_range(self.op, 1).len();
        self.require(symbols == 0, || "symbols of an allocated layout are not supported".into());
    }

    /// `memref.dealloc` and `memref.copy`.
    pub(super) fn buffers_only(&mut self) {
        let types: Vec<_> = (0..self.module.num_operands(self.op)).map(|i| self.operand_type(i)).collect();
        for (i, ty) in types.iter().enumerate() {
            self.require(ty.as_memref().is_some(), || format!("expected operand {i} to be a ranked buffer, but found {ty}"));
        }
        if let [a, b] = &types[..] {
            let agree = |(x, y): (&i64, &i64)| x == y || *x == DYNAMIC || *y == DYNAMIC;
            let (s, t) = (a.shape().unwrap_or(&[]), b.shape().unwrap_or(&[]));
            let ok = a.elem() == b.elem() && s.len() == t.len() && s.iter().zip(t).all(agree);
            self.require(ok, || format!("expected buffers of one shape and element type, but found {a} and {b}"));
        }
    }

    /// Loads and stores, of elements and of vectors.
    pub(super) fn access(&mut self) {
        let kind = self.module.kind(self.op);
        let at = usize::from(matches!(kind, OpKind::Store | OpKind::VectorStore));
        let ty = self.operand_type(at);
        let Some(buffer) = ty.as_memref().cloned() else { return self.fail(format!("expected a ranked buffer, but found {ty}")) };
        let (rank, found) = (buffer.shape.len(), self.module.num_operands(self.op) - at - 1);
        self.require(found == rank, || format!("expected {rank} indices, but found {found}"));
        let vector = match kind {
            OpKind::VectorLoad => self.result_type(0),
            OpKind::VectorStore => self.operand_type(0),
            _ => return,
        };
        let ok = vector.as_vector().is_some_and(|v| v.elem == buffer.elem && v.shape.len() == 1) && rank > 0;
        self.require(ok, || {
            format!("expected a vector of the buffer's element type with one dimension, but found {vector} for {ty}")
        });
        let unit = buffer.strides_and_offset().and_then(|(s, _)| s.last().copied()) == Some(1);
        self.require(unit, || format!("expected a last dimension of stride 1, but found {ty}"));
    }

    pub(super) fn global(&mut self) {
        let Some(Attr::Type(ty)) = self.module.attr(self.op, "type").cloned() else { return self.fail("has no type") };
        if let Some(Attr::Dense(dense)) = self.module.attr(self.op, "initial_value") {
            let ok = dense.ty.shape() == ty.shape() && dense.ty.elem() == ty.elem();
            let found = dense.ty.clone();
            self.require(ok, || format!("expected a value of the shape of {ty}, but found {found}"));
        }
    }

    pub(super) fn get_global(&mut self) {
        let Some(Attr::Symbol(name)) = self.module.attr(self.op, "name").cloned() else { return self.fail("has no name") };
        let Some(global) = self.module.find_global(&name) else { return self.fail(format!("there is no global @{name}")) };
        let expected = match self.module.attr(global, "type") {
            Some(Attr::Type(ty)) => ty.clone(),
            _ => Type::None,
        };
        let found = self.result_type(0);
        self.require(found == expected, || format!("expected type {expected}, that of @{name}, but found {found}"));
    }
}
