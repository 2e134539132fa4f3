//! The forms that are code: functions, constants, structured ops.

use super::Printer;
use super::format::join;
use super::value::{dict_entries, quoted, symbol};
use crate::attr::{Attr, Dict};
use crate::entity::{Op, Value};
use crate::ir::OpData;
use crate::op::{OpKind, StructuredOp};
use crate::spelling::{self, Form};
use crate::types::Type;

impl Printer<'_> {
    /// The op's name and everything after it.
    pub(super) fn form(&mut self, op: Op) {
        let row = self.module.spelling(op);
        match row.form {
            Form::Module => return self.module_form(op),
            _ => {
                // `func` is the dialect that goes without saying in a function's own blocks.
                let own = self.module.parent_op(op).is_some_and(|f| self.module.kind(f) == OpKind::Func);
                self.push(row.name.strip_prefix("func.").filter(|_| own).unwrap_or(row.name));
            }
        }
        match row.form {
            Form::Format(pattern) => self.pattern(op, pattern),
            Form::Module => {}
            Form::Func => self.func_form(op),
            Form::Constant => self.constant_form(op),
            Form::Generic => self.generic_form(op),
            Form::Named => self.named_form(op),
            Form::Category => self.category_form(op),
            Form::Reshape => self.reshape_form(op),
            Form::Global => self.global_form(op),
            Form::For => self.for_form(op),
            Form::AffineApply => self.apply_form(op),
            Form::Mapper => self.mapper_form(op),
            Form::If => self.if_form(op),
            Form::While => self.while_form(op),
            Form::Forall => self.forall_form(op),
            Form::Parallel => self.parallel_form(op),
            Form::Combine => self.combine_form(op),
            Form::AffineFor => self.affine_for_form(op),
            Form::AffineAccess => self.affine_access_form(op),
        }
    }

    /// ` {…}` with all attributes but `shown`, or nothing.
    pub(super) fn attr_dict(&mut self, op: Op, shown: &[&str]) {
        let module = self.module;
        let data = module.op(op);
        let entries = dict_entries(&data.attrs, &data.extra, shown);
        if !entries.is_empty() {
            let text = self.dict_text(entries.into_iter());
            self.push(" ");
            self.push(&text);
        }
    }

    /// ` attributes {…}`, or nothing.
    pub(super) fn attributes_keyword(&mut self, op: Op, shown: &[&str]) {
        let data = self.module.op(op);
        if !dict_entries(&data.attrs, &data.extra, shown).is_empty() {
            self.push(" attributes");
            self.attr_dict(op, shown);
        }
    }

    fn module_form(&mut self, op: Op) {
        self.push("module");
        if let Some(name) = self.module.symbol_name(op) {
            let name = symbol(name);
            self.push(&format!(" @{name}"));
        }
        self.attributes_keyword(op, &["sym_name"]);
        self.push(" ");
        self.region(self.module.regions(op)[0], false, false);
    }

    fn func_form(&mut self, op: Op) {
        let module = self.module;
        if let Some(visibility) = module.attr(op, "sym_visibility").and_then(Attr::as_str) {
            self.push(&format!(" {visibility}"));
        }
        let name = symbol(module.symbol_name(op).unwrap_or_default());
        let ty = module.func_type(op).clone();
        let args: Vec<_> = (0..ty.inputs.len())
            .map(|i| {
                let attrs = self.nth_dict(op, "arg_attrs", i);
                if module.is_declaration(op) {
                    format!("{}{attrs}", self.type_text(&ty.inputs[i]))
                } else {
                    let arg = module.block_args(module.entry(op))[i];
                    {
                        let ty = self.type_of(arg);
                        let loc = self.arg_loc(module.value_loc(arg));
                        format!("{}: {ty}{attrs}{loc}", self.value(arg))
                    }
                }
            })
            .collect();
        self.push(&format!(" @{name}({})", args.join(", ")));
        let results: Vec<_> = (0..ty.results.len())
            .map(|i| format!("{}{}", self.type_text(&ty.results[i]), self.nth_dict(op, "res_attrs", i)))
            .collect();
        match results.as_slice() {
            [] => {}
            [one] if !one.ends_with('}') && !matches!(ty.results[0], Type::Function(_)) => self.push(&format!(" -> {one}")),
            _ => self.push(&format!(" -> ({})", results.join(", "))),
        }
        self.attributes_keyword(op, &["sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs"]);
        if !module.is_declaration(op) {
            self.push(" ");
            self.region(module.regions(op)[0], false, false);
        }
    }

    fn nth_dict(&mut self, op: Op, attr: &str, i: usize) -> String {
        let module = self.module;
        match module.attr(op, attr).and_then(Attr::as_array).and_then(|a| a.get(i)) {
            Some(Attr::Dict(dict)) if !dict.is_empty() => {
                // MLIR does not look for aliases in the attributes of a body's arguments.
                self.in_unvisited = attr == "arg_attrs" && !module.is_declaration(op);
                let text = format!(" {}", self.dict_text(dict.iter()));
                self.in_unvisited = false;
                text
            }
            _ => String::new(),
        }
    }

    fn constant_form(&mut self, op: Op) {
        self.attr_dict(op, &["value"]);
        let module = self.module;
        let text = match module.attr(op, "value") {
            Some(attr) => self.attr_text(attr),
            None => String::new(),
        };
        self.push(&format!(" {text}"));
    }

    /// ` ins(…) outs(…)`.
    fn ins_outs(&mut self, op: Op) {
        let module = self.module;
        for (g, word) in ["ins", "outs"].into_iter().enumerate() {
            let values: Vec<_> = module.group(op, g).collect();
            if !values.is_empty() {
                let text = format!(" {word}({} : {})", self.values(values.iter().copied()), self.types_of(&values));
                self.push(&text);
            }
        }
    }

    fn arrow_results(&mut self, op: Op) {
        let results = self.module.results(op).to_vec();
        if !results.is_empty() {
            let types = self.result_types_of(&results);
            self.push(&format!(" -> {types}"));
        }
    }

    fn generic_form(&mut self, op: Op) {
        const TRAIT: [&str; 4] = ["doc", "indexing_maps", "iterator_types", "library_call"];
        let module = self.module;
        let data = module.op(op);
        let mut own = Dict::default();
        for (name, attr) in data.attrs.iter().filter(|(n, _)| TRAIT.contains(n)) {
            own.set(name, attr.clone());
        }
        let text = self.dict_text(own.iter());
        self.push(&format!(" {text}"));
        self.ins_outs(op);
        let rest = dict_entries(&data.attrs, &data.extra, &TRAIT);
        if !rest.is_empty() {
            let text = self.dict_text(rest.into_iter());
            self.push(&format!(" attrs =  {text}"));
        }
        self.push(" ");
        self.region(module.regions(op)[0], true, false);
        self.arrow_results(op);
    }

    fn named_form(&mut self, op: Op) {
        if let Some(kind) = self.module.attr(op, "kind") {
            let text = self.attr_text(kind);
            self.push(&format!(" kind={text}"));
        }
        if let Some(maps) = self.module.attr(op, "indexing_maps") {
            let text = self.attr_text(maps);
            self.push(&format!(" indexing_maps = {text}"));
        }
        self.attr_dict(op, &["indexing_maps", "kind"]);
        self.ins_outs(op);
        self.arrow_results(op);
    }

    /// The result type goes without saying, and a space follows the list of dimensions.
    fn category_form(&mut self, op: Op) {
        self.ins_outs(op);
        let name = self.module.spelling(op).attrs[0];
        let values: Vec<_> = self.module.int_array(op, name).iter().map(i64::to_string).collect();
        self.push(&format!(" {name} = [{}] ", values.join(", ")));
        self.attr_dict(op, &[name]);
    }

    fn reshape_form(&mut self, op: Op) {
        let module = self.module;
        let source = module.operand(op, 0);
        let groups: Vec<_> = module
            .attr(op, "reassociation")
            .and_then(Attr::as_array)
            .unwrap_or(&[])
            .iter()
            .map(|g| g.as_array().unwrap_or(&[]).iter().filter_map(|i| Some(i.as_int()?.to_string())).collect::<Vec<_>>())
            .map(|g| format!("[{}]", g.join(", ")))
            .collect();
        self.push(&format!(" {} [{}]", self.value(source), groups.join(", ")));
        if module.kind(op) == (OpKind::Reshape { expand: true }) {
            let shape = self.index_list(op, module.spelling(op), "output_shape");
            self.push(&format!(" output_shape {shape}"));
        }
        self.attr_dict(op, &["reassociation", "static_output_shape"]);
        let (from, to) = (self.type_of(source), self.type_of(module.result(op)));
        self.push(&format!(" : {from} into {to}"));
    }

    fn global_form(&mut self, op: Op) {
        let module = self.module;
        if let Some(visibility) = module.attr(op, "sym_visibility").and_then(Attr::as_str) {
            self.push(&format!(" {}", quoted(visibility)));
        }
        if module.attr(op, "constant").is_some() {
            self.push(" constant");
        }
        let name = symbol(module.symbol_name(op).unwrap_or_default());
        let ty = match module.attr(op, "type") {
            Some(Attr::Type(ty)) => self.type_text(ty),
            _ => String::new(),
        };
        self.push(&format!(" @{name} : {ty}"));
        match module.attr(op, "initial_value") {
            Some(Attr::Dense(dense)) => {
                let text = self.dense_text(dense);
                self.push(&format!(" = {text}"));
            }
            Some(Attr::Elided(name, _)) => self.push(&format!(" = dense_resource<{}>", symbol(name))),
            Some(Attr::Unit) => self.push(" = uninitialized"),
            Some(other) => {
                let text = self.attr_text(other);
                self.push(&format!(" = {text}"));
            }
            None => {}
        }
        self.attr_dict(op, &["sym_name", "sym_visibility", "type", "initial_value", "constant"]);
    }

    /// `linalg.map { math.exp } ins(…)`, or the body after the operands.
    fn mapper_form(&mut self, op: Op) {
        let module = self.module;
        let brief = self.brief_payload(op);
        if let Some(payload) = brief {
            self.push(&format!(" {{ {}", module.spelling(payload).name));
            let dict = payload_attrs(module.op(payload));
            if !dict.is_empty() {
                let text = self.dict_text(dict.iter());
                self.push(&format!(" {text}"));
            }
            self.push(" }");
        }
        self.ins_outs(op);
        let own = module.spelling(op).attrs;
        for name in own {
            let values = join(module.int_array(op, name));
            self.push(&format!(" {name} = [{values}] "));
        }
        self.attr_dict(op, own);
        if brief.is_none() {
            self.indent += 1;
            self.newline();
            let args = module.block_args(module.entry(op)).to_vec();
            let args: Vec<_> = args.iter().map(|&a| self.argument(a)).collect();
            self.push(&format!("({}) ", args.join(", ")));
            self.region(module.regions(op)[0], false, false);
            self.indent -= 1;
        }
    }

    /// The one op of the body, if its operands are the body's arguments: all inputs of a map; a reduction's accumulators, then inputs.
    fn brief_payload(&self, op: Op) -> Option<Op> {
        let module = self.module;
        let body = module.entry(op);
        let ops: Vec<_> = module.block_ops(body).take(3).collect();
        let &[payload, end] = ops.as_slice() else { return None };
        let args = module.block_args(body);
        let expected: Vec<Value> = match module.kind(op) {
            OpKind::Structured(StructuredOp::Reduce) => args[1..].iter().chain(&args[..1]).copied().collect(),
            _ => args[..module.group_range(op, 0).len()].to_vec(),
        };
        let fits = !expected.is_empty() && module.operands(payload).eq(expected) && module.results(payload).len() == 1;
        (fits && module.operands(end).all(|v| module.results(payload).contains(&v))).then_some(payload)
    }
}

/// All attributes of an op as MLIR keeps them, flags that are not set included where MLIR would print them.
fn payload_attrs(op: &OpData) -> Dict {
    let mut dict = op.extra.clone();
    for (name, attr) in op.attrs.iter() {
        dict.set(name, attr.clone());
    }
    for set in spelling::FLAGS.iter().filter(|f| op.spelling.attrs.contains(&f.attr) && !f.dialect_attr.is_empty()) {
        let words = op.attrs.get(set.attr).and_then(Attr::as_str).unwrap_or("none");
        dict.remove(set.attr);
        if words != "none" || set.attr != "fastmath" {
            dict.set(set.attr, Attr::Opaque(format!("{}<{words}>", set.dialect_attr).into()));
        }
    }
    dict
}
