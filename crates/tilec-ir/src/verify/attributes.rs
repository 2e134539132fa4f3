//! Attributes whose values have rules of their own, on whatever op.

use super::Check;
use crate::attr::Attr;
use crate::op::OpKind;
use crate::types::ScalarType;

impl Check<'_, '_> {
    pub(super) fn attributes(&mut self) {
        if let Some(attr) = self.attr("alignment") {
            let ok = match attr {
                Attr::Int(n, ScalarType::Int(64)) => *n > 0 && n.count_ones() == 1,
                _ => false,
            };
            self.require(ok, || "expected an alignment that is a power of two, of type i64".into());
        }
        for (name, attr) in self.module.op(self.op).extra.iter() {
            if let Some(rest) = name.strip_prefix("bufferization.") {
                let function = self.module.kind(self.op) == OpKind::Func;
                let _ = (rest, attr, function);
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
                self.require(known, || "expected bufferization.access to be \"none\", \"read\", \"write\" or \"read-write\"".into());
            }
            _ => {}
        }
    }
}
