//! Modules, functions, calls and returns.

use super::Check;
use crate::attr::{Attr, Dict};
use crate::op::OpKind;
use crate::types::Type;

impl Check<'_, '_> {
    pub(super) fn module_op(&mut self) {
        self.in_module();
        for (name, _) in self.module.op(self.op).extra.iter() {
            self.require(name.contains('.'), || {
                format!("expected attributes with the name of a dialect in front, but found {name}")
            });
        }
    }

    pub(super) fn func(&mut self) {
        let Some(ty) = self.attr("function_type") else { return self.fail("has no function_type") };
        let Attr::Type(Type::Function(ty)) = ty else { return self.fail("function_type is not a function type") };
        self.symbol_place();
        self.argument_dicts("arg_attrs", "arguments", ty.inputs.len());
        self.argument_dicts("res_attrs", "results", ty.results.len());
        if self.module.is_declaration(self.op) {
            let public = matches!(self.attr("sym_visibility").and_then(Attr::as_str), None | Some("public"));
            self.require(!public, || "a declaration must be private".into());
            return;
        }
        let block = self.module.entry(self.op);
        let args: Vec<_> = self.module.block_args(block).iter().map(|&a| self.module.ty(a)).collect();
        let expected: Vec<_> = ty.inputs.iter().collect();
        self.same_types("argument of the body", &expected, &args, "as in the function's type");
    }

    /// Functions and globals are in modules, and seen from where their visibility says.
    pub(super) fn symbol_place(&mut self) {
        self.in_module();
        if let Some(found) = self.attr("sym_visibility").and_then(Attr::as_str) {
            let known = ["public", "private", "nested"].contains(&found);
            self.require(known, || format!("expected visibility public, private or nested, but found {found}"));
        }
    }

    fn in_module(&mut self) {
        let inside = self.module.parent_op(self.op).is_none_or(|o| self.module.kind(o) == OpKind::Module);
        self.require(inside, || "expected to stand directly in a module".into());
    }

    /// One dictionary for each argument (or result), of attributes of dialects.
    fn argument_dicts(&mut self, attr: &str, what: &str, count: usize) {
        let Some(attr) = self.attr(attr) else { return };
        let Some(dicts) = attr.as_array() else { return self.fail(format!("expected a list of dictionaries for the {what}")) };
        let found = dicts.len();
        self.require(found == count, || format!("expected {count} dictionaries, one for each of the {what}, but found {found}"));
        for dict in dicts {
            let Attr::Dict(dict) = dict else {
                return self.fail(format!("expected dictionaries for the {what}"));
            };
            self.dialect_names(dict, what);
        }
    }

    fn dialect_names(&mut self, dict: &Dict, what: &str) {
        for (name, attr) in dict.iter() {
            self.require(name.contains('.'), || {
                format!("expected attributes of {what} with the name of a dialect in front, but found {name}")
            });
            self.argument_attribute(name, attr);
        }
    }

    pub(super) fn func_return(&mut self) {
        let Some(func) = self.owner().filter(|&f| self.module.kind(f) == OpKind::Func) else { return };
        let Some(Attr::Type(Type::Function(ty))) = self.module.attr(func, "function_type") else { return };
        let expected: Vec<_> = ty.results.iter().collect();
        self.same_types("value", &expected, &self.operand_types(), "as the function's type says");
    }

    pub(super) fn call(&mut self) {
        let Some(Attr::Symbol(name)) = self.attr("callee") else { return self.fail("has no callee") };
        let Some(func) = self.symbol(name).filter(|&f| self.module.kind(f) == OpKind::Func) else {
            return self.fail(format!("there is no function @{name}"));
        };
        let Some(Attr::Type(Type::Function(ty))) = self.module.attr(func, "function_type") else { return };
        let (inputs, results): (Vec<_>, Vec<_>) = (ty.inputs.iter().collect(), ty.results.iter().collect());
        let why = format!("as in the type of @{name}");
        self.same_types("operand", &inputs, &self.operand_types(), &why);
        self.same_types("result", &results, &self.result_types(), &why);
    }
}
