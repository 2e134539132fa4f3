//! Calls: a function is analysed for each kind of arguments that it gets, and copied for each that needs another body.

use super::facts::{Cause, Fact};
use super::infer::infer;
use super::reach::reaching_arguments;
use super::{has_dynamic, types_of};
use std::collections::HashMap;
use tilec_ir::{Attr, Diagnostic, Module, Op, Scalar, Type};

/// How deep calls are followed.
const MAX_DEPTH: usize = 32;

/// Copies of functions that one run makes.
const MAX_COPIES: usize = 256;

/// A function with the types of its arguments, and the values of those that a shape depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Signature {
    pub callee: Op,
    types: Vec<Type>,
    values: Vec<Option<Scalar>>,
}

impl Signature {
    /// The facts of the arguments.
    pub fn facts(&self) -> Vec<Fact> {
        let pairs = self.types.iter().zip(&self.values).enumerate();
        pairs.map(|(i, (ty, value))| value.map_or_else(|| argument(i, ty), |v| Fact::scalar(v, Cause::Program))).collect()
    }
}

/// What is known of argument `i` if nothing but its type is.
pub(super) fn argument(i: usize, ty: &Type) -> Fact {
    match Fact::declared(ty, Cause::Value { argument: i }) {
        Fact::Shaped { ty, elements, .. } => {
            let causes = (0..ty.shape().map_or(0, <[i64]>::len)).map(|dim| Cause::Extent { argument: i, dim }).collect();
            Fact::Shaped { ty, causes, elements }
        }
        scalar @ Fact::Scalar { .. } => scalar,
    }
}

/// What a call gives.
#[derive(Clone)]
pub(super) struct Summary {
    pub results: Vec<Fact>,
    pub conflict: Option<Diagnostic>,
}

/// What is known of the functions that are called.
#[derive(Default)]
pub(super) struct Calls {
    summaries: HashMap<Signature, Summary>,
    reaching: HashMap<Op, Vec<bool>>,
    /// The functions being analysed, to notice recursion.
    active: Vec<Op>,
    names: HashMap<Signature, String>,
}

impl Calls {
    /// Goes on with another function that is analysed itself.
    pub fn enter(&mut self, func: Op) {
        self.active = vec![func];
    }

    /// What a call with these arguments gives, or nothing for a declaration, a recursion, or too many copies.
    pub fn summary(&mut self, module: &Module, callee: Op, arguments: &[Fact]) -> Option<(Signature, Summary)> {
        let declared = &module.func_type(callee).inputs;
        if module.is_declaration(callee) || declared.len() != arguments.len() || self.active.contains(&callee) {
            return None;
        }
        let reaching = self.reaching.entry(callee).or_insert_with(|| reaching_arguments(module, callee, true)).clone();
        let facts: Vec<Fact> = arguments
            .iter()
            .zip(&reaching)
            .map(|(fact, reaches)| match fact {
                Fact::Scalar { cause, .. } if !reaches => Fact::Scalar { value: None, cause: *cause },
                _ => fact.clone(),
            })
            .collect();
        let ty = |(fact, ty): (&Fact, &Type)| fact.ty().unwrap_or(ty).clone();
        let value = |fact: &Fact| match fact {
            Fact::Scalar { value, .. } => *value,
            Fact::Shaped { .. } => None,
        };
        let types = facts.iter().zip(declared).map(ty).collect();
        let signature = Signature { callee, types, values: facts.iter().map(value).collect() };
        if let Some(summary) = self.summaries.get(&signature) {
            return Some((signature, summary.clone()));
        }
        if self.active.len() >= MAX_DEPTH || self.summaries.len() >= MAX_COPIES {
            return None;
        }
        self.active.push(callee);
        let plan = infer(module, callee, facts, self);
        self.active.pop();
        let summary = Summary { results: plan.results, conflict: plan.conflict };
        self.summaries.insert(signature.clone(), summary.clone());
        Some((signature, summary))
    }

    /// The results that calls of a copy were found to give.
    pub fn results(&self, signature: &Signature) -> Vec<Fact> {
        self.summaries[signature].results.clone()
    }

    /// Lets a call go to a copy of its callee, made if there is none yet. Returns a new copy.
    pub fn redirect(&mut self, module: &mut Module, call: Op, signature: &Signature) -> Option<Op> {
        if !has_dynamic(module, signature.callee) {
            return None;
        }
        let mut made = None;
        let name = match self.names.get(signature) {
            Some(name) => name.clone(),
            None => {
                let (copy, name) = copy(module, signature.callee);
                self.names.insert(signature.clone(), name.clone());
                made = Some(copy);
                name
            }
        };
        module.set_attr(call, "callee", Attr::Symbol(name.as_str().into()));
        made
    }

    /// Erases the private functions that were copied and that nobody calls any more.
    pub fn erase_unused(&self, module: &mut Module) {
        let mut candidates: Vec<Op> = self.names.keys().map(|s| s.callee).collect();
        candidates.sort_unstable();
        candidates.dedup();
        while let Some(at) = candidates.iter().position(|&f| is_private(module, f) && !is_named(module, f)) {
            module.erase(candidates.swap_remove(at));
        }
    }
}

/// The function that an op calls, if the op is a call and the module has it.
pub(super) fn callee(module: &Module, op: Op) -> Option<Op> {
    module.find_func(module.callee_name(op)?)
}

fn is_private(module: &Module, func: Op) -> bool {
    module.attr(func, "sym_visibility").and_then(Attr::as_str) == Some("private")
}

/// True if something outside the function names it.
fn is_named(module: &Module, func: Op) -> bool {
    let name = module.symbol_name(func).unwrap_or_default();
    let names = |attr: &Attr| matches!(attr, Attr::Symbol(s) if **s == *name);
    let inside: std::collections::HashSet<Op> = module.walk(func).into_iter().collect();
    module.walk(module.top()).into_iter().filter(|op| !inside.contains(op)).any(|op| {
        let data = module.op(op);
        data.attrs.iter().chain(data.extra.iter()).any(|(_, attr)| names(attr))
    })
}

/// A private copy of a function, right behind it.
pub(super) fn copy(module: &mut Module, func: Op) -> (Op, String) {
    let stem = module.symbol_name(func).unwrap_or("f").to_string();
    let taken = |name: &str| module.walk(module.top()).into_iter().any(|op| module.symbol_name(op) == Some(name));
    let name = (0..).map(|i| format!("{stem}_{i}")).find(|name| !taken(name)).expect("a free name");
    let copy = module.clone_op(func, &mut HashMap::new());
    module.set_attr(copy, "sym_name", Attr::str(&name));
    module.set_attr(copy, "sym_visibility", Attr::str("private"));
    match module.next_op(func) {
        Some(next) => module.insert_before(copy, next),
        None => module.append_op(module.parent_block(func).expect("a function in a module"), copy),
    }
    (copy, name)
}

/// Lets the calls of `func` in other functions, and in itself, go to a private copy that stays as it is.
pub(super) fn keep_for_callers(module: &mut Module, func: Op) {
    let name = module.symbol_name(func).unwrap_or_default().to_string();
    let calls_under = |module: &Module, root: Op| -> Vec<Op> {
        module.walk(root).into_iter().filter(|&op| module.callee_name(op) == Some(&*name)).collect()
    };
    let mut calls = calls_under(module, module.top());
    if calls.is_empty() || !types_of(module, func).any(|ty| !ty.is_static()) {
        return;
    }
    let (kept, kept_name) = copy(module, func);
    calls.extend(calls_under(module, kept));
    let target = Attr::Symbol(kept_name.as_str().into());
    for call in calls {
        module.set_attr(call, "callee", target.clone());
    }
}
