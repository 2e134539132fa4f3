//! What functions do with the tensors they are given, for their callers.

use super::is_tensor;
use std::collections::{HashMap, HashSet};
use tilec_ir::{Module, Op, OpKind};

/// What a function does with its arguments.
#[derive(Clone, Debug)]
pub(super) struct Summary {
    /// For each argument: its contents are read.
    pub(super) reads: Vec<bool>,
    /// For each argument: its buffer is written.
    pub(super) writes: Vec<bool>,
    /// For each result: the argument whose buffer it certainly is.
    pub(super) returns: Vec<Option<usize>>,
    /// For each argument, then each result: a number that others have too if they may share memory.
    pub(super) groups: Vec<usize>,
    /// For each result: its memory must not be written.
    pub(super) fixed: Vec<bool>,
}

impl Summary {
    /// The first tensor result that may share memory with an argument.
    pub(super) fn shared_result(&self, argument: usize) -> Option<usize> {
        let (args, results) = self.groups.split_at(self.reads.len());
        results.iter().position(|g| *g != NO_GROUP && args.get(argument) == Some(g))
    }

    /// The group of a result; none of what is no tensor.
    pub(super) fn group_of(&self, result: usize) -> Option<usize> {
        self.groups.get(self.reads.len() + result).copied().filter(|g| *g != NO_GROUP)
    }
}

/// The group of what is no tensor.
pub(super) const NO_GROUP: usize = usize::MAX;

/// Summaries of the functions looked at so far, by name. A function without one may do anything.
#[derive(Default)]
pub(super) struct Summaries {
    known: HashMap<String, Summary>,
}

impl Summaries {
    pub(super) fn insert(&mut self, name: &str, summary: Summary) {
        self.known.insert(name.to_owned(), summary);
    }

    /// That of the function a call calls.
    pub(super) fn of_call(&self, module: &Module, call: Op) -> Option<&Summary> {
        self.known.get(module.callee_name(call)?)
    }
}

/// The functions of a module, callees before their callers; where functions call each other in a circle, in any order.
pub(super) fn callees_first(module: &Module) -> Vec<Op> {
    let funcs = module.funcs();
    if !module.may_have_calls() {
        return funcs;
    }
    let by_name: HashMap<&str, Op> = funcs.iter().filter_map(|&f| Some((module.symbol_name(f)?, f))).collect();
    let mut order = Vec::new();
    let mut seen = HashSet::new();
    for &func in &funcs {
        // Each function is pushed once to be entered and once to be left.
        let mut work = vec![(func, false)];
        while let Some((func, left)) = work.pop() {
            if left {
                order.push(func);
            } else if seen.insert(func) {
                work.push((func, true));
                let callees = module.walk(func).into_iter().filter_map(|op| by_name.get(module.callee_name(op)?).copied());
                work.extend(callees.filter(|f| !seen.contains(f)).map(|f| (f, false)).collect::<Vec<_>>());
            }
        }
    }
    order
}

/// True if the op calls with tensors or gets some.
pub(super) fn is_tensor_call(module: &Module, op: Op) -> bool {
    module.kind(op) == OpKind::Call
        && module.operands(op).chain(module.results(op).iter().copied()).any(|v| is_tensor(module.ty(v)))
}
