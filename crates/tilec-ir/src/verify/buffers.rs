//! Buffers: allocation, access, views of bytes, globals.

use super::reshapes::is_plain;
use super::{Check, agree, list, shapes_agree};
use crate::attr::Attr;
use crate::op::OpKind;
use crate::types::{DYNAMIC, Layout, ScalarType, Type};

/// True if a buffer type may be a less or more precise description of another.
pub fn castable(from: &Type, to: &Type) -> bool {
    match (from, to) {
        (Type::MemRef(a), Type::MemRef(b)) => {
            let layouts = a.layout == b.layout
                || a.strides_and_offset()
                    .zip(b.strides_and_offset())
                    .is_some_and(|((s, o), (t, p))| shapes_agree(&s, &t) && agree(o, p));
            a.elem == b.elem && a.space == b.space && shapes_agree(&a.shape, &b.shape) && layouts
        }
        (Type::MemRef(a), Type::UnrankedMemRef(e)) | (Type::UnrankedMemRef(e), Type::MemRef(a)) => {
            a.elem == *e && a.space.is_none()
        }
        _ => false,
    }
}

fn is_buffer(ty: &Type) -> bool {
    matches!(ty, Type::MemRef(_) | Type::UnrankedMemRef(_))
}

impl Check<'_, '_> {
    pub(super) fn alloc(&mut self) {
        let ty = self.result_type(0);
        let Some(buffer) = ty.as_memref() else {
            return self.fail(format!("expected a ranked buffer, but found {ty}"));
        };
        self.sizes(0, &buffer.shape, ty);
        let gaps = match &buffer.layout {
            _ if is_plain(buffer) => 0,
            Layout::Identity => 0,
            Layout::Strided { offset, strides } => strides.iter().chain([offset]).filter(|s| **s == DYNAMIC).count(),
            Layout::Map(map) => map.symbols as usize,
        };
        let symbols = self.module.group_range(self.op, 1).len();
        self.require(symbols == gaps, || {
            format!("expected {gaps} symbols, one for each unknown of the layout of {ty}, but found {symbols}")
        });
    }

    /// `memref.dealloc` and `bufferization.clone`.
    pub(super) fn buffers_only(&mut self) {
        for (i, ty) in self.operand_types().into_iter().chain(self.result_types()).enumerate() {
            let what = if i == 0 { "operand 0" } else { "the result" };
            self.require(is_buffer(ty), || format!("expected {what} to be a buffer, but found {ty}"));
        }
    }

    pub(super) fn copy(&mut self) {
        let (a, b) = (self.operand_type(0), self.operand_type(1));
        let shapes = match (a, b) {
            (Type::MemRef(x), Type::MemRef(y)) => shapes_agree(&x.shape, &y.shape),
            _ => is_buffer(a) && is_buffer(b),
        };
        self.require(shapes && a.elem() == b.elem(), || {
            format!("expected buffers of one shape and element type, but found {a} and {b}")
        });
    }

    /// Loads and stores, of elements and of vectors.
    pub(super) fn access(&mut self) {
        let kind = self.module.kind(self.op);
        let at = usize::from(matches!(kind, OpKind::Store | OpKind::VectorStore));
        let ty = self.operand_type(at);
        let Some(buffer) = ty.as_memref() else { return self.fail(format!("expected a ranked buffer, but found {ty}")) };
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
        let Some(Attr::Type(ty)) = self.attr("type") else { return self.fail("has no type") };
        self.symbol_place();
        let fixed = ty.as_memref().is_some() && ty.is_static();
        self.require(fixed, || format!("expected a buffer type of static shape, but found {ty}"));
        let found = match self.attr("initial_value") {
            Some(Attr::Dense(dense)) => Some(&dense.ty),
            Some(Attr::Elided(_, found)) => Some(found),
            Some(Attr::Unit) | None => None,
            Some(_) => return self.fail("expected a dense initial value, or none"),
        };
        if let Some(found) = found {
            let ok = found.shape() == ty.shape() && found.elem() == ty.elem();
            self.require(ok, || format!("expected a value of the shape of {ty}, but found {found}"));
        }
    }

    pub(super) fn get_global(&mut self) {
        let Some(Attr::Symbol(name)) = self.attr("name") else { return self.fail("has no name") };
        let Some(global) = self.symbol(name).filter(|&g| self.module.kind(g) == OpKind::Global) else {
            return self.fail(format!("there is no global @{name}"));
        };
        let Some(Attr::Type(expected)) = self.module.attr(global, "type") else { return };
        let found = self.result_type(0);
        self.require(found == expected, || format!("expected type {expected}, that of @{name}, but found {found}"));
    }

    /// `memref.view`: a buffer of bytes seen as one of any type, both without layout.
    pub(super) fn byte_view(&mut self) {
        let (source, result) = (self.operand_type(0), self.result_type(0));
        let (Some(from), Some(to)) = (source.as_memref(), result.as_memref()) else {
            return self.fail(format!("expected ranked buffers, but found {source} and {result}"));
        };
        let bytes = from.shape.len() == 1 && from.elem == ScalarType::Int(8) && is_plain(from);
        self.require(bytes, || format!("expected a source of one dimension of i8 without layout, but found {source}"));
        self.require(is_plain(to), || format!("expected a result without layout, but found {result}"));
        self.require(from.space == to.space, || format!("expected one memory space, but found {source} and {result}"));
        self.sizes(2, &to.shape, result);
    }

    /// `memref.reinterpret_cast`: the result has the offset, sizes and strides that are stated, where it has constants.
    pub(super) fn reinterpret(&mut self) {
        let (source, result) = (self.operand_type(0), self.result_type(0));
        let (true, Some(to)) = (is_buffer(source), result.as_memref()) else {
            return self.fail(format!("expected buffers, but found {source} and {result}"));
        };
        self.require(source.elem() == result.elem(), || format!("expected one element type, but found {source} and {result}"));
        let space = source.as_memref().and_then(|t| t.space.as_ref());
        self.require(space == to.space.as_ref(), || format!("expected one memory space, but found {source} and {result}"));
        let rank = to.shape.len();
        if !self.mixed_lists(&[("offsets", 1), ("sizes", rank), ("strides", rank)]) {
            return;
        }
        let Some((strides, offset)) = to.strides_and_offset() else {
            return self.fail(format!("expected a result of strided layout, but found {result}"));
        };
        let given = [
            ("offset", "static_offsets", vec![offset]),
            ("sizes", "static_sizes", to.shape.clone()),
            ("strides", "static_strides", strides),
        ];
        for (what, attr, found) in given {
            let expected = self.ints(attr);
            let ok = found.iter().zip(expected).all(|(f, e)| f == e || *f == DYNAMIC);
            self.require(ok, || format!("expected a result of {what} {}, but found {}", list(expected), list(&found)));
        }
    }
}
