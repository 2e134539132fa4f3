//! Attributes whose values have rules of their own, on whatever op.

use super::Check;
use crate::attr::Attr;
use crate::op::{OpKind, StructuredOp};
use crate::types::{Layout, ScalarType, Type};

impl Check<'_, '_> {
    pub(super) fn attributes(&mut self) {
        if let Some(attr) = self.attr("alignment") {
            let ok = match attr {
                Attr::Int(n, ScalarType::Int(64)) => *n > 0 && n.count_ones() == 1,
                _ => false,
            };
            self.require(ok, || "expected an alignment that is a power of two, of type i64".into());
        }
        if let Some(attr) = self.attr("nontemporal") {
            self.require(matches!(attr, Attr::Bool(_)), || "expected nontemporal to be true or false".into());
        }
        for name in ["dim", "dimension"] {
            let wide = matches!(self.attr(name), None | Some(Attr::Int(_, ScalarType::Int(64))));
            self.require(wide, || format!("expected {name} to be of type i64"));
        }
        for (name, _) in self.module.op(self.op).extra.iter() {
            let known = match name.split_once('.') {
                Some(("linalg", rest)) => rest == "memoized_indexing_maps",
                Some(("bufferization", "manual_deallocation")) => self.makes_or_ends_memory(),
                Some(("bufferization", _)) => false,
                _ => true,
            };
            self.require(known, || format!("there is no attribute {name} of such an operation"));
        }
        self.window();
    }

    fn makes_or_ends_memory(&self) -> bool {
        use OpKind as K;
        matches!(self.module.kind(self.op), K::Alloc | K::Alloca | K::AllocTensor | K::Dealloc | K::DeallocTensor | K::Clone)
    }

    /// Strides and dilations: a number for each dimension of the window.
    fn window(&mut self) {
        let OpKind::Structured(StructuredOp::Named(named)) = self.module.kind(self.op) else { return };
        let plain = named.maps(0, &[], &[]);
        let uses = |i: usize| {
            let mut strides = [1; 8];
            strides[i] = 2;
            named.maps(0, &strides, &[]) != plain || named.maps(0, &[], &strides) != plain
        };
        for name in ["strides", "dilations"] {
            let Some(Attr::Dense(dense)) = self.attr(name) else { continue };
            let wanted = (0..8).filter(|i| uses(*i)).count() as i64;
            self.require(dense.ty.shape() == Some(&[wanted]), || {
                format!("expected {name} of {wanted} integers, one a dimension of the window, but found {}", dense.ty)
            });
        }
    }

    /// The layouts of buffer types are maps over their dimensions.
    pub(super) fn value_types(&mut self) {
        let blocks = self.module.regions(self.op).iter().flat_map(|r| self.module.region_blocks(*r));
        let args = blocks.flat_map(|b| self.module.block_args(*b));
        for &value in self.module.results(self.op).iter().chain(args) {
            let ty = self.module.ty(value);
            if let Type::MemRef(t) = ty
                && let Layout::Map(map) = &t.layout
            {
                let rank = t.shape.len();
                self.require(map.dims as usize == rank, || {
                    format!("expected a layout map over {rank} dimensions, but found {ty}")
                });
            }
        }
    }

    /// An attribute of an argument or a result of a function.
    pub(super) fn argument_attribute(&mut self, name: &str, attr: &Attr) {
        match name {
            "bufferization.writable" => {
                self.require(matches!(attr, Attr::Bool(_)), || "expected bufferization.writable to be true or false".into());
                let body = !self.module.is_declaration(self.op);
                self.require(body, || "bufferization.writable is for functions with a body".into());
            }
            "bufferization.access" => {
                let known = attr.as_str().is_some_and(|s| ["none", "read", "write", "read-write"].contains(&s));
                self.require(known, || {
                    "expected bufferization.access to be \"none\", \"read\", \"write\" or \"read-write\"".into()
                });
            }
            "bufferization.buffer_layout" => {
                let layout = matches!(attr, Attr::Map(_) | Attr::Opaque(_));
                self.require(layout, || "expected bufferization.buffer_layout to be a layout".into());
            }
            _ => {
                let own = name.starts_with("bufferization.");
                self.require(!own, || format!("there is no attribute {name} of an argument"));
            }
        }
    }
}
