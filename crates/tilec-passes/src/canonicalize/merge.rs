//! Merges equal pure ops, and puts constants at the top of their function.

use crate::analysis::effects::is_pure;
use std::collections::HashMap;
use tilec_ir::{Block, Dict, Module, Op, OpKind, Type, Value};

/// What makes two ops equal.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    name: &'static str,
    operands: Vec<Value>,
    attrs: Dict,
    extra: Dict,
    results: Vec<Type>,
    /// What the ops of the body are, for ops with one.
    body: Vec<Inner>,
}

/// An op of a body, which names the body's own values by their numbers.
#[derive(PartialEq, Eq, Hash)]
struct Inner {
    name: &'static str,
    operands: Vec<Source>,
    attrs: Dict,
    extra: Dict,
    results: Vec<Type>,
}

/// Where a body has a value from.
#[derive(PartialEq, Eq, Hash)]
enum Source {
    /// From itself: the value with this number.
    Own(usize),
    /// From outside.
    Outside(Value),
}

/// Merges within each function: an op goes if an equal one comes before it in the same block or one around it. Returns true if anything
/// changed.
pub(super) fn merge_equal(module: &mut Module) -> bool {
    let mut changed = false;
    for func in module.funcs() {
        if !module.is_declaration(func) {
            let entry = module.entry(func);
            changed |= hoist_constants(module, func, entry);
            merge_block(module, entry, &mut vec![HashMap::new()], &mut changed, 0);
        }
    }
    changed
}

/// As [`merge_equal`], under one op.
pub(super) fn merge_under(module: &mut Module, root: Op) -> bool {
    let mut changed = false;
    let inside = module.kind(root) != OpKind::Func && module.enclosing_func(root).is_some();
    if inside {
        for region in module.regions(root).to_vec() {
            for block in module.region_blocks(region).to_vec() {
                merge_block(module, block, &mut vec![HashMap::new()], &mut changed, 0);
            }
        }
        return changed;
    }
    let around = |module: &Module, op: Op| std::iter::successors(Some(op), |&o| module.parent_op(o)).any(|o| o == root);
    for func in module.funcs() {
        if !module.is_declaration(func) && around(module, func) {
            let entry = module.entry(func);
            changed |= hoist_constants(module, func, entry);
            merge_block(module, entry, &mut vec![HashMap::new()], &mut changed, 0);
        }
    }
    changed
}

/// Deeper nesting than any program that was read can have.
const MAX_DEPTH: usize = 300;

fn merge_block(module: &mut Module, block: Block, seen: &mut Vec<HashMap<Key, Op>>, changed: &mut bool, depth: usize) {
    if depth > MAX_DEPTH {
        return;
    }
    for op in module.block_ops(block).collect::<Vec<_>>() {
        if let Some(key) = key(module, op) {
            if let Some(&first) = seen.iter().find_map(|scope| scope.get(&key)) {
                let results = module.results(first).to_vec();
                module.replace_op(op, &results);
                *changed = true;
                continue;
            }
            seen.last_mut().expect("a scope").insert(key, op);
        }
        for region in module.regions(op).to_vec() {
            for inner in module.region_blocks(region).to_vec() {
                seen.push(HashMap::new());
                merge_block(module, inner, seen, changed, depth + 1);
                seen.pop();
            }
        }
    }
}

/// `None` for ops that stay apart: those with effects, with regions other than a simple body, and what only makes a destination, an empty
/// tensor or a fill: each may become a buffer of its own, where one for two users would have to be copied.
fn key(module: &Module, op: Op) -> Option<Key> {
    if !is_pure(module, op) || module.kind(op) == OpKind::Empty || module.results(op).is_empty() {
        return None;
    }
    let body = match module.regions(op) {
        [] => Vec::new(),
        [_] if reads_tensors(module, op) => body_of(module, module.entry(op))?,
        _ => return None,
    };
    let data = module.op(op);
    let (attrs, extra): (Dict, Dict) = (data.attrs.clone(), data.extra.clone());
    let operands = module.operands(op).collect();
    Some(Key { name: module.spelling(op).name, operands, attrs, extra, results: types(module, module.results(op)), body })
}

/// True for a structured op with a tensor among its inputs.
fn reads_tensors(module: &Module, op: Op) -> bool {
    module.structured(op).is_some_and(|s| s.inputs().into_iter().any(|v| module.ty(v).as_tensor().is_some()))
}

fn types(module: &Module, values: &[Value]) -> Vec<Type> {
    values.iter().map(|&v| module.ty(v).clone()).collect()
}

/// True if two bodies are the same, op for op, and use nothing from outside.
pub(crate) fn is_same_body(module: &Module, block: Block, other: &Module, other_block: Block) -> bool {
    let own = |body: &Vec<Inner>| body.iter().all(|op| op.operands.iter().all(|s| matches!(s, Source::Own(_))));
    let body = body_of(module, block).filter(own);
    body.is_some() && body == body_of(other, other_block).filter(own)
}

/// The ops of a body; `None` if some have regions of their own.
fn body_of(module: &Module, block: Block) -> Option<Vec<Inner>> {
    let mut numbers: HashMap<Value, usize> = HashMap::new();
    for &arg in module.block_args(block) {
        numbers.insert(arg, numbers.len());
    }
    let mut body = Vec::new();
    for op in module.block_ops(block) {
        if !module.regions(op).is_empty() {
            return None;
        }
        let source = |v| numbers.get(&v).map_or(Source::Outside(v), |n| Source::Own(*n));
        let operands = module.operands(op).map(source).collect();
        let data = module.op(op);
        let results = types(module, module.results(op));
        body.push(Inner {
            name: module.spelling(op).name,
            operands,
            attrs: data.attrs.clone(),
            extra: data.extra.clone(),
            results,
        });
        for &result in module.results(op) {
            numbers.insert(result, numbers.len());
        }
    }
    Some(body)
}

/// Moves constants to the start of the function, in order of appearance, so that one serves all blocks. Large ones move too: only the op
/// moves, the data is shared.
fn hoist_constants(module: &mut Module, func: Op, entry: Block) -> bool {
    let constants: Vec<_> = module.walk(func).into_iter().filter(|&op| module.kind(op) == OpKind::Constant).collect();
    let mut at = module.block_ops(entry).next();
    let mut changed = false;
    for op in constants {
        if at == Some(op) {
            at = module.next_op(op);
            continue;
        }
        if let Some(before) = at {
            module.move_before(op, before);
            changed = true;
        }
    }
    changed
}
