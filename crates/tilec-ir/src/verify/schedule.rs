//! Steps of schedules: what whoever runs them relies on, so that a run meets no malformed step.

use super::Check;
use crate::attr::Attr;
use crate::entity::Op;
use crate::op::OpKind;
use crate::spelling::{Arity, Form, TypeRule, find_static_list, param_operand, step_words};
use crate::types::{DYNAMIC, FunctionType, Type};
use std::collections::{HashMap, HashSet};

const WITH_SEQUENCES: &str = "transform.with_named_sequence";

/// What an attribute of a step must be.
#[derive(Clone, Copy)]
enum Wants {
    Int,
    Positive,
    Ints,
    Str,
    Strs,
    Bool,
    Unit,
    Symbol,
    Symbols,
    Type,
    Types,
    Dict,
    Array,
    Word,
}

/// Of the inherent attributes of a step: what they must be, and whether the step needs them.
fn wants(step: &str, name: &str) -> Option<(Wants, bool)> {
    let step = step.strip_prefix("transform.").unwrap_or(step);
    Some(match name {
        _ if name.starts_with("static_") => (Wants::Ints, false),
        "ops" => (Wants::Strs, false),
        "op_names" => (Wants::Strs, true),
        "interface" | "function_boundary_type_conversion" => (Wants::Word, false),
        "failure_propagation_mode" => (Wants::Word, true),
        "op_attrs" => (Wants::Dict, false),
        "options" => (Wants::Dict, false),
        "filter_result_type" => (Wants::Type, false),
        "filter_operand_types" => (Wants::Types, false),
        "matchers" | "actions" => (Wants::Symbols, true),
        "matcher" | "target" => (Wants::Symbol, true),
        "op_name" => (Wants::Str, false),
        "pass_name" | "message" => (Wants::Str, true),
        "name" => (Wants::Str, step == "annotate"),
        "nth_parent" => (Wants::Positive, false),
        "factor" => (Wants::Positive, true),
        "operand_number" | "result_number" => (Wants::Int, true),
        "overflow_result" | "max_iterations" | "max_num_rewrites" => (Wants::Int, false),
        "raw_position_list" => (Wants::Ints, true),
        "interchange" | "iterator_interchange" | "outer_perm" | "inner_perm" => (Wants::Ints, false),
        "reduction_dims" | "tile_sizes" | "num_threads" | "scalable_sizes" => (Wants::Ints, false),
        "mapping" | "padding_values" | "padding_dimensions" | "nofold_flags" | "transpose_paddings" => (Wants::Array, false),
        "memcpy_op" | "copy_back_op" => (Wants::Str, false),
        "pass_through_empty_handle" | "fail_on_payload_too_small" | "peel_front" | "fail_if_already_divisible" => {
            (Wants::Bool, false)
        }
        "lowerPadLikeWithInsertSlice" | "lowerUnpadLikeWithExtractSlice" | "fold_single_use_only" => (Wants::Bool, false),
        _ if step.starts_with("bufferization.") => (Wants::Bool, false),
        "value" | "function_type" | "sym_name" | "sym_visibility" | "arg_attrs" | "res_attrs" => return None,
        _ => (Wants::Unit, false),
    })
}

impl Wants {
    fn fits(self, name: &str, attr: &Attr) -> bool {
        let all = |test: fn(&Attr) -> bool| attr.as_array().is_some_and(|items| items.iter().all(test));
        match self {
            Self::Int => attr.as_int().is_some(),
            Self::Positive => attr.as_int().is_some_and(|i| i > 0),
            Self::Ints => attr.as_int_array().is_some(),
            Self::Str => attr.as_str().is_some(),
            Self::Strs => all(|a| a.as_str().is_some()),
            Self::Bool => matches!(attr, Attr::Bool(_)),
            Self::Unit => *attr == Attr::Unit,
            Self::Symbol => matches!(attr, Attr::Symbol(_)),
            Self::Symbols => all(|a| matches!(a, Attr::Symbol(_))),
            Self::Type => matches!(attr, Attr::Type(_)),
            Self::Types => all(|a| matches!(a, Attr::Type(_))),
            Self::Dict => matches!(attr, Attr::Dict(_)),
            Self::Array => attr.as_array().is_some(),
            Self::Word => attr.as_str().is_some_and(|s| !s.is_empty() && step_words(name).contains(&s)),
        }
    }

    fn describe(self, name: &str) -> String {
        match self {
            Self::Int => "an integer",
            Self::Positive => "a positive integer",
            Self::Ints => "a list of integers",
            Self::Str => "a string",
            Self::Strs => "a list of strings",
            Self::Bool => "true or false",
            Self::Unit => "unit",
            Self::Symbol => "a symbol, @name",
            Self::Symbols => "a list of symbols",
            Self::Type => "a type",
            Self::Types => "a list of types",
            Self::Dict => "a dictionary",
            Self::Array => "a list",
            Self::Word => {
                let words: Vec<_> = step_words(name).iter().copied().filter(|w| !w.is_empty()).collect();
                return format!("one of {}", words.join(", "));
            }
        }
        .to_string()
    }
}

/// True for the types of handles and parameters.
fn is_handle(ty: &Type) -> bool {
    let Type::Opaque(text) = ty else { return false };
    ["any_op", "any_value", "any_param", "op<", "param<"]
        .iter()
        .any(|k| text.strip_prefix("!transform.").is_some_and(|t| t.starts_with(k)))
}

/// True for a set of patterns, which stands in the body of `apply_patterns` alone.
fn is_pattern_set(name: &str) -> bool {
    name.starts_with("transform.apply_patterns.")
}

/// The op that the first operand of a step must be declared to be.
fn operand_op(step: &str) -> Option<&'static str> {
    Some(match step {
        "transform.loop.peel" => "scf.for",
        "transform.structured.lower_pack" => "linalg.pack",
        "transform.structured.lower_unpack" => "linalg.unpack",
        "transform.bufferization.empty_tensor_to_alloc_tensor" => "tensor.empty",
        _ => return None,
    })
}

impl<'m> Check<'_, 'm> {
    /// A step of a schedule, or a sequence of them.
    pub(super) fn schedule(&mut self) {
        let row = self.module.spelling(self.op);
        if row.form == Form::Func {
            return self.sequence();
        }
        for name in row.attrs {
            let Some((wants, required)) = wants(row.name, name) else { continue };
            match self.attr(name) {
                None => {
                    self.require(!required, || format!("needs attribute {name}"));
                }
                Some(attr) => {
                    self.require(wants.fits(name, attr), || format!("attribute {name} must be {}", wants.describe(name)));
                }
            }
        }
        let values = self.module.operands(self.op).chain(self.module.results(self.op).iter().copied());
        for value in values.collect::<Vec<_>>() {
            let ty = self.module.ty(value);
            self.require(is_handle(ty), || format!("expected handles and parameters alone, but found a value of type {ty}"));
        }
        let scalable = self.attr("scalable_sizes").is_some();
        self.require(!scalable, || "sizes that are multiples of a vector length are not supported".into());
        if let Some(wanted) = operand_op(row.name) {
            let (found, expected) = (self.operand_type(0), format!("!transform.op<\"{wanted}\">"));
            let ok = matches!(found, Type::Opaque(text) if **text == *expected);
            self.require(ok, || format!("expected operand 0 of type {expected}, but found {found}"));
        }
        self.step_lists();
        self.step_of_its_own(row.name.strip_prefix("transform.").unwrap_or(row.name));
    }

    /// `transform.named_sequence`: a function of a module that says it has such, ended by a yield of the results.
    fn sequence(&mut self) {
        let Some(Attr::Type(Type::Function(ty))) = self.attr("function_type") else { return self.fail("has no function_type") };
        let marked = self.module.parent_op(self.op).is_some_and(|o| self.module.op(o).extra.get(WITH_SEQUENCES).is_some());
        self.require(marked, || format!("expected to stand in a module with the attribute {WITH_SEQUENCES}"));
        if self.module.is_declaration(self.op) {
            return;
        }
        let block = self.module.entry(self.op);
        let (inputs, results): (Vec<_>, Vec<_>) = (ty.inputs.iter().collect(), ty.results.iter().collect());
        self.same_types("argument of the body", &inputs, &self.argument_types(block), "as in the sequence's type");
        self.same_types("yielded value", &results, &self.handed_on(block, 0), "as in the sequence's type");
        self.steps_only();
        let op = self.op;
        let endless = self.endless().contains(&op);
        self.require(!endless, || "includes itself, or a sequence that does".into());
    }

    /// The sequences that would include one another without end: those that are left when every one that includes none of these is taken
    /// away.
    fn endless(&mut self) -> &HashSet<Op> {
        let (module, symbols) = (self.module, &self.facts.symbols);
        self.facts.endless.get_or_insert_with(|| {
            let mut included: HashMap<Op, HashSet<Op>> = HashMap::new();
            let mut including: HashMap<Op, Vec<Op>> = HashMap::new();
            for op in module.walk(module.top()) {
                let Some(Attr::Symbol(name)) =
                    module.attr(op, "target").filter(|_| module.spelling(op).name == "transform.include")
                else {
                    continue;
                };
                let mut around = std::iter::successors(module.parent_op(op), |&o| module.parent_op(o));
                let Some(from) = around.find(|&o| module.spelling(o).name == "transform.named_sequence") else { continue };
                let Some(&to) = module.parent_op(from).and_then(|owner| symbols.get(&(owner, &**name))) else { continue };
                if included.entry(from).or_default().insert(to) {
                    including.entry(to).or_default().push(from);
                }
            }
            let mut done: Vec<Op> = including.keys().copied().filter(|op| !included.contains_key(op)).collect();
            while let Some(op) = done.pop() {
                for &from in including.get(&op).map_or(&[][..], Vec::as_slice) {
                    let rest = included.get_mut(&from).expect("it includes something");
                    if rest.remove(&op) && rest.is_empty() {
                        done.push(from);
                    }
                }
            }
            included.into_iter().filter(|(_, rest)| !rest.is_empty()).map(|(op, _)| op).collect()
        })
    }

    /// The body has steps and nothing else.
    fn steps_only(&mut self) {
        for op in self.module.block_ops(self.module.entry(self.op)).collect::<Vec<_>>() {
            let row = self.module.spelling(op);
            let step = row.kind == OpKind::Transform && row.form != Form::Func && !is_pattern_set(row.name);
            self.require(step, || format!("expected steps in the body, but found {}", row.name));
        }
    }

    /// Lists that mix operands with constants have as many gaps as operands.
    fn step_lists(&mut self) {
        let row = self.module.spelling(self.op);
        for (g, group) in row.operands.iter().enumerate() {
            if group.arity != Arity::Many || group.ty != TypeRule::Written {
                continue;
            }
            let Some(list) = find_static_list(group.name).filter(|list| row.attrs.contains(list)) else { continue };
            let gaps = self.ints(list).iter().filter(|v| **v == DYNAMIC).count();
            let given = self.module.group_range(self.op, g).len();
            self.require(gaps == given, || {
                format!("expected {gaps} operands '{}', one for each gap in {list}, but found {given}", group.name)
            });
        }
    }

    fn step_of_its_own(&mut self, step: &str) {
        match step {
            "include" => self.include(),
            "foreach" => self.foreach(),
            "foreach_match" => self.foreach_match(),
            "collect_matching" => self.collect_matching(),
            "param.constant" => {
                let found = self.attr("value").is_some();
                self.require(found, || "needs attribute value".into());
            }
            "apply_patterns" => {
                for op in self.module.block_ops(self.module.entry(self.op)).collect::<Vec<_>>() {
                    let name = self.module.spelling(op).name;
                    self.require(is_pattern_set(name), || format!("expected sets of patterns in the body, but found {name}"));
                }
            }
            "apply_registered_pass" => self.pass_options(),
            "split_handle" => {
                let results = self.module.results(self.op).len();
                let known = self.attr("overflow_result").and_then(Attr::as_int).is_none_or(|i| (0..results as i64).contains(&i));
                self.require(known, || format!("expected overflow_result below {results}, the number of results"));
            }
            "structured.tile_using_for" => self.loops_of_sizes("static_sizes"),
            "structured.fuse" if self.attr("use_forall").is_none() => self.loops_of_sizes("static_tile_sizes"),
            "structured.pack_transpose" => {
                for name in ["outer_perm", "inner_perm"] {
                    let mut order = self.ints(name).to_vec();
                    order.sort_unstable();
                    let is_permutation = order.iter().zip(0..).all(|(&a, b)| a == b);
                    self.require(is_permutation, || format!("expected {name} to be a permutation"));
                }
            }
            "structured.interchange" => {
                let order = self.ints("iterator_interchange");
                let known = (0..order.len() as i64).all(|d| order.contains(&d));
                self.require(known, || format!("expected iterator_interchange to be a permutation, but found {order:?}"));
            }
            "merge_handles" => {
                let some = self.module.num_operands(self.op) > 0;
                self.require(some, || "expected at least one handle".into());
            }
            _ => {}
        }
    }

    /// A loop for each size that is not zero.
    fn loops_of_sizes(&mut self, list: &str) {
        let wanted = self.ints(list).iter().filter(|v| **v != 0).count();
        let found = self.module.results(self.op).len().saturating_sub(1);
        self.require(found == wanted, || {
            format!("expected {wanted} loops, one for each size that is not zero, but found {found}")
        });
    }

    /// The sequence that a step names.
    fn called_sequence(&mut self, name: &str) -> Option<Op> {
        let is_sequence = |&op: &Op| self.module.kind(op) == OpKind::Transform && self.module.spelling(op).form == Form::Func;
        let found = self.symbol(name).filter(is_sequence);
        self.require(found.is_some(), || format!("there is no transform.named_sequence @{name}"));
        found
    }

    fn include(&mut self) {
        let Some(Attr::Symbol(name)) = self.attr("target") else { return };
        let Some(sequence) = self.called_sequence(name) else { return };
        let Some(Attr::Type(Type::Function(ty))) = self.module.attr(sequence, "function_type") else { return };
        let (inputs, results): (Vec<_>, Vec<_>) = (ty.inputs.iter().collect(), ty.results.iter().collect());
        let why = format!("as in the type of @{name}");
        self.same_types("operand", &inputs, &self.operand_types(), &why);
        self.same_types("result", &results, &self.result_types(), &why);
        let effects = self.module.attr(sequence, "arg_attrs").and_then(Attr::as_array).unwrap_or(&[]);
        for i in 0..ty.inputs.len() {
            let stated = matches!(effects.get(i), Some(Attr::Dict(d)) if d.get("transform.readonly").is_some() != d.get("transform.consumed").is_some());
            self.require(stated, || format!("expected argument {i} of @{name} to be transform.readonly or transform.consumed"));
        }
    }

    fn foreach(&mut self) {
        let block = self.module.entry(self.op);
        let args = self.argument_types(block);
        self.same_types("argument of the body", &self.operand_types(), &args, "as the operands are");
        self.same_types("yielded value", &self.result_types(), &self.handed_on(block, 0), "as the results are");
        self.steps_only();
    }

    /// The type of the sequence that a step names, if there is one.
    fn sequence_type(&mut self, name: &str) -> Option<&'m FunctionType> {
        let sequence = self.called_sequence(name)?;
        match self.module.attr(sequence, "function_type") {
            Some(Attr::Type(Type::Function(ty))) => Some(ty),
            _ => None,
        }
    }

    fn foreach_match(&mut self) {
        let names = |attr: Option<&'m Attr>| -> &'m [Attr] { attr.and_then(Attr::as_array).unwrap_or(&[]) };
        let (matchers, actions) = (names(self.attr("matchers")), names(self.attr("actions")));
        let (m, a) = (matchers.len(), actions.len());
        self.require(m == a, || format!("expected as many matchers as actions, but found {m} and {a}"));
        let (operands, results) = (self.module.num_operands(self.op), self.module.results(self.op).len());
        for pair in matchers.iter().zip(actions) {
            let (Attr::Symbol(matcher), Attr::Symbol(action)) = pair else { continue };
            let (Some(from), Some(to)) = (self.sequence_type(matcher), self.sequence_type(action)) else { continue };
            let found = from.inputs.len();
            self.require(found == operands, || {
                format!("expected {operands} arguments of @{matcher}, one an operand, but found {found}")
            });
            let (given, taken): (Vec<_>, Vec<_>) = (from.results.iter().collect(), to.inputs.iter().collect());
            self.same_types(&format!("argument of @{action}"), &given, &taken, &format!("as the results of @{matcher} are"));
            let found = to.results.len() + 1;
            self.require(found == results, || {
                format!("expected {found} results, the root and those of @{action}, but found {results}")
            });
        }
    }

    fn collect_matching(&mut self) {
        let Some(Attr::Symbol(matcher)) = self.attr("matcher") else { return };
        let Some(ty) = self.sequence_type(matcher) else { return };
        let found = ty.inputs.len();
        self.require(found == 1, || format!("expected one argument of @{matcher}, but found {found}"));
        let (results, found) = (ty.results.len(), self.module.results(self.op).len());
        self.require(found == results, || format!("expected {results} results, those of @{matcher}, but found {found}"));
    }

    fn pass_options(&mut self) {
        let params = self.module.num_operands(self.op).saturating_sub(1);
        let Some(Attr::Dict(options)) = self.attr("options") else {
            self.require(params == 0, || format!("expected no parameters without options, but found {params}"));
            return;
        };
        let mut seen = vec![0usize; params];
        let mut stack: Vec<&Attr> = options.iter().map(|(_, value)| value).collect();
        while let Some(attr) = stack.pop() {
            match attr {
                Attr::Array(items) => stack.extend(items.iter()),
                _ => {
                    let Some(i) = param_operand(attr) else { continue };
                    if self.require(i < params, || format!("there is no parameter {i}: it has {params}")) {
                        seen[i] += 1;
                    }
                }
            }
        }
        self.require(seen.iter().all(|n| *n == 1), || "expected each parameter in the options once".into());
    }
}
