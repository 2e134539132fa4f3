//! Writes facts into a function: types, sizes that became constants, branches that are known; casts where two places need two types.

use super::calls::callee;
use super::facts::{Extent, Fact, with_shape};
use super::infer::{Plan, trips};
use super::structured::loop_extents;
use crate::analysis::effects::erase_dead;
use crate::canonicalize::control::choose;
use crate::canonicalize::fold::fold_all;
use std::collections::HashMap;
use tilec_ir::verify::{kept_dims, reassociation};
use tilec_ir::{Attr, Builder, DYNAMIC, FunctionType, Module, Op, OpKind, Type, Value, spelling};

/// The constants of a list beside its operands.
fn static_list(kind: OpKind, group: &str) -> Option<&'static str> {
    match (kind, group) {
        (OpKind::Forall, "dynamicLowerBound") => Some("staticLowerBound"),
        (OpKind::Forall, "dynamicUpperBound") => Some("staticUpperBound"),
        (OpKind::Forall, "dynamicStep") => Some("staticStep"),
        (OpKind::Slice | OpKind::InsertSlice | OpKind::ParallelInsert | OpKind::View | OpKind::Reinterpret, _)
        | (OpKind::Reshape { expand: true }, "output_shape")
        | (OpKind::Pad, "low" | "high")
        | (OpKind::Pack { .. }, "inner_tiles") => {
            let is_list = !matches!(group, "source" | "dest" | "padding_value");
            is_list.then(|| spelling::static_list(group))
        }
        _ => None,
    }
}

/// Applies a plan. True if that changed anything.
pub(super) fn apply(module: &mut Module, plan: &Plan) -> bool {
    let mut changed = false;
    for op in module.walk(plan.func) {
        changed |= !module.is_erased(op) && choose_path(module, plan, op);
    }
    let old = set_types(module, plan);
    changed |= !old.is_empty();
    for op in module.walk(plan.func) {
        let kept = kept_of_source(module, op, &old);
        let numbers = list_numbers(module, plan, op, &kept);
        drop_sizes(module, op, &old);
        changed |= fold_lists(module, op, &numbers);
        changed |= open_offsets(module, op);
        if !kept.is_empty() {
            let (source, sizes) = (module.ty(module.operand(op, 0)), module.int_array(op, "static_sizes"));
            let part: Vec<i64> = kept.iter().map(|&d| sizes[d]).collect();
            changed |= bridge(module, op, 0, &with_shape(source, &part));
        }
    }
    for op in module.walk(plan.func) {
        for (i, ty) in wanted(module, plan, op) {
            changed |= bridge(module, op, i, &ty);
        }
    }
    changed |= set_function_type(module, plan);
    changed |= bind_values(module, plan);
    changed |= fold_all(module, plan.func, &mut Vec::new());
    changed | erase_dead(module, plan.func)
}

/// A branch whose condition is known becomes its region; a loop without trips becomes what it carries.
fn choose_path(module: &mut Module, plan: &Plan, op: Op) -> bool {
    match module.kind(op) {
        OpKind::If => {
            let Some(condition) = plan.number(module.operand(op, 0)) else { return false };
            let region = module.regions(op).get(usize::from(condition == 0)).copied();
            choose(module, op, region);
        }
        OpKind::For if trips(module, op, &|v| plan.number(v)) == Some(0) => {
            let carried: Vec<Value> = module.group_named(op, "initArgs");
            module.replace_op(op, &carried);
        }
        _ => return false,
    }
    true
}

/// Gives every value the type that was found. Returns the types that changed, as they were.
fn set_types(module: &mut Module, plan: &Plan) -> HashMap<Value, Type> {
    let mut old = HashMap::new();
    for op in module.walk(plan.func) {
        let blocks = module.regions(op).iter().flat_map(|&r| module.region_blocks(r).to_vec());
        let args: Vec<Value> = blocks.flat_map(|b| module.block_args(b).to_vec()).collect();
        for value in module.results(op).to_vec().into_iter().chain(args) {
            if let Some(ty) = plan.facts.get(&value).and_then(Fact::ty)
                && ty != module.ty(value)
            {
                old.insert(value, module.ty(value).clone());
                module.set_type(value, ty.clone());
            }
        }
    }
    old
}

fn groups(module: &Module, op: Op) -> Vec<Vec<Value>> {
    (0..module.spelling(op).operands.len()).map(|g| module.group(op, g).collect()).collect()
}

fn set_groups(module: &mut Module, op: Op, groups: &[Vec<Value>]) {
    let segments: Vec<usize> = groups.iter().map(Vec::len).collect();
    module.set_operands(op, &groups.concat(), &segments);
}

/// The size operands of extents that are known now go.
fn drop_sizes(module: &mut Module, op: Op, old: &HashMap<Value, Type>) {
    let group = match module.kind(op) {
        OpKind::Empty | OpKind::Alloc | OpKind::Alloca | OpKind::Generate => 0,
        OpKind::AllocTensor if module.group_named(op, "copy").is_empty() => 0,
        OpKind::SplatTensor => 1,
        OpKind::ByteView => 2,
        _ => return,
    };
    let result = module.result(op);
    let Some(before) = old.get(&result).and_then(Type::shape) else { return };
    let after = module.ty(result).shape().unwrap_or(&[]);
    let dynamic = before.iter().zip(after).filter(|(b, _)| **b == DYNAMIC);
    let stays: Vec<bool> = dynamic.map(|(_, a)| *a == DYNAMIC).collect();
    let mut groups = groups(module, op);
    let mut stays = stays.into_iter();
    groups[group].retain(|_| stays.next().unwrap_or(true));
    set_groups(module, op, &groups);
}

/// The dimensions of the slice that the source of an insertion has, by the types from before.
fn kept_of_source(module: &Module, op: Op, old: &HashMap<Value, Type>) -> Vec<usize> {
    if !matches!(module.kind(op), OpKind::InsertSlice | OpKind::ParallelInsert) {
        return Vec::new();
    }
    let source = module.operand(op, 0);
    let shape = old.get(&source).unwrap_or(module.ty(source)).shape().unwrap_or(&[]);
    kept_dims(module.int_array(op, "static_sizes"), shape).unwrap_or_default()
}

/// The numbers of the lists of an op that are known, by group: from the facts, or from the type on the other side of the list.
fn list_numbers(module: &Module, plan: &Plan, op: Op, kept: &[usize]) -> HashMap<&'static str, Vec<Option<i64>>> {
    let kind = module.kind(op);
    let mut found = HashMap::new();
    for group in module.spelling(op).operands {
        let Some(attr) = static_list(kind, group.name) else { continue };
        let mut operands = module.group_named(op, group.name).into_iter();
        let number = |&c: &i64| if c == DYNAMIC { operands.next().and_then(|v| plan.number(v)) } else { Some(c) };
        found.insert(group.name, module.int_array(op, attr).iter().map(number).collect::<Vec<_>>());
    }
    match kind {
        OpKind::InsertSlice | OpKind::ParallelInsert => {
            let shape = module.ty(module.operand(op, 0)).shape().unwrap_or(&[]);
            let sizes = found.entry("sizes").or_default();
            for (&d, &size) in kept.iter().zip(shape).filter(|(_, s)| **s != DYNAMIC) {
                sizes[d] = Some(size);
            }
        }
        OpKind::Reshape { expand: true } => {
            let shape = module.ty(module.result(op)).shape().unwrap_or(&[]);
            found.insert("output_shape", shape.iter().map(|&s| (s != DYNAMIC).then_some(s)).collect());
        }
        _ => {}
    }
    found
}

/// Writes known numbers of lists into their attributes, and drops the operands that stood for them.
fn fold_lists(module: &mut Module, op: Op, numbers: &HashMap<&'static str, Vec<Option<i64>>>) -> bool {
    let kind = module.kind(op);
    let mut groups = groups(module, op);
    let mut changed = false;
    for (g, group) in module.spelling(op).operands.iter().enumerate() {
        let (Some(attr), Some(numbers)) = (static_list(kind, group.name), numbers.get(group.name)) else { continue };
        let Some(Attr::IntArray(elem, constants)) = module.attr(op, attr).cloned() else { continue };
        let mut operands = std::mem::take(&mut groups[g]).into_iter();
        let mut new = constants.to_vec();
        for (constant, number) in new.iter_mut().zip(numbers).filter(|(c, _)| **c == DYNAMIC) {
            let operand = operands.next();
            match number {
                Some(number) => *constant = *number,
                None => groups[g].extend(operand),
            }
        }
        changed |= new[..] != constants[..];
        module.set_attr(op, attr, Attr::IntArray(elem, new.into()));
    }
    if changed {
        set_groups(module, op, &groups);
    }
    changed
}

/// Constant offsets that are not below their dimension, which can only be of slices of nothing, become operands: mlir-opt refuses them.
fn open_offsets(module: &mut Module, op: Op) -> bool {
    let whole = match module.kind(op) {
        OpKind::Slice => module.operand(op, 0),
        OpKind::InsertSlice | OpKind::ParallelInsert => module.operand(op, 1),
        _ => return false,
    };
    let shape = module.ty(whole).shape().unwrap_or(&[]).to_vec();
    let mut offsets = module.int_array(op, "static_offsets").to_vec();
    let beyond = |(&offset, &size): (&i64, &i64)| offset != DYNAMIC && size != DYNAMIC && offset >= size;
    if !offsets.iter().zip(&shape).any(beyond) {
        return false;
    }
    let mut operands = module.group_named(op, "offsets").into_iter();
    let mut group = Vec::new();
    for (offset, size) in offsets.iter_mut().zip(&shape) {
        if beyond((offset, size)) {
            let place = place_before(module, op);
            group.push(Builder::before(module, place).index(*offset));
            *offset = DYNAMIC;
        } else if *offset == DYNAMIC {
            group.extend(operands.next());
        }
    }
    let mut groups = groups(module, op);
    groups[module.spelling(op).operand_group("offsets").expect("a slice has offsets")] = group;
    module.set_attr(op, "static_offsets", Attr::i64_array(offsets));
    set_groups(module, op, &groups);
    true
}

/// The types that operands must have, where they may have others.
fn wanted(module: &Module, plan: &Plan, op: Op) -> Vec<(usize, Type)> {
    let types = |values: &[Value]| values.iter().map(|&v| module.ty(v).clone()).collect::<Vec<_>>();
    let at = |first: usize, types: Vec<Type>| types.into_iter().enumerate().map(|(i, ty)| (first + i, ty)).collect();
    match module.kind(op) {
        OpKind::Structured(_) => structured_operands(module, op),
        kind if kind.is_elementwise() => {
            let shape = module.ty(module.results(op)[0]).as_tensor().map(|t| t.shape.clone());
            let shaped = module.operands(op).enumerate().filter(|(_, v)| module.ty(*v).as_tensor().is_some());
            shape.map_or(Vec::new(), |shape| shaped.map(|(i, v)| (i, with_shape(module.ty(v), &shape))).collect())
        }
        OpKind::For => at(3, types(&module.block_args(module.entry(op))[1..])),
        OpKind::AffineFor => at(module.group_range(op, 2).start, types(&module.block_args(module.entry(op))[1..])),
        OpKind::While => at(0, types(module.block_args(module.entry(op)))),
        OpKind::Forall | OpKind::Parallel => at(module.group_range(op, 3).start, types(module.results(op))),
        OpKind::Yield => yielded_types(module, op),
        OpKind::Condition => module.parent_op(op).map_or(Vec::new(), |owner| at(1, types(module.results(owner)))),
        OpKind::Return => {
            at(0, plan.results.iter().zip(module.operands(op)).map(|(f, v)| f.ty().unwrap_or(module.ty(v)).clone()).collect())
        }
        OpKind::Branch | OpKind::CondBranch => {
            let first = usize::from(module.kind(op) == OpKind::CondBranch);
            let targets = module.successors(op).iter().enumerate();
            targets.flat_map(|(i, &b)| at(module.group_range(op, first + i).start, types(module.block_args(b)))).collect()
        }
        OpKind::Call if !plan.calls.contains_key(&op) => {
            callee(module, op).map_or(Vec::new(), |f| at(0, module.func_type(f).inputs.clone()))
        }
        OpKind::Reshape { expand } => reshape_source(module, op, expand),
        _ => Vec::new(),
    }
}

/// Operands of a structured op get the extents of its loops.
fn structured_operands(module: &Module, op: Op) -> Vec<(usize, Type)> {
    let extents = |v: Value| module.ty(v).shape().unwrap_or(&[]).iter().map(|&s| Extent::program(s)).collect();
    let loops = loop_extents(module, op, &extents);
    let maps = module.structured(op).expect("a structured op").maps();
    let operand = |(i, v): (usize, Value)| {
        let shape = module.ty(v).shape()?;
        let pick = |(&size, expr): (&i64, &tilec_ir::AffineExpr)| match expr.as_dim() {
            Some(d) if size == DYNAMIC => loops[d].0.size,
            _ => size,
        };
        let filled: Vec<i64> = shape.iter().zip(maps[i].results.iter()).map(pick).collect();
        Some((i, with_shape(module.ty(v), &filled)))
    };
    module.operands(op).enumerate().filter_map(operand).collect()
}

/// What a yield hands on has the type of what takes it.
fn yielded_types(module: &Module, op: Op) -> Vec<(usize, Type)> {
    let Some(owner) = module.parent_op(op) else { return Vec::new() };
    let takers: Vec<Value> = match module.kind(owner) {
        OpKind::For | OpKind::AffineFor => module.block_args(module.entry(owner))[1..].to_vec(),
        OpKind::If => module.results(owner).to_vec(),
        OpKind::While => module.block_args(module.entry(owner)).to_vec(),
        _ => Vec::new(),
    };
    takers.into_iter().enumerate().map(|(i, v)| (i, module.ty(v).clone())).collect()
}

/// A dimension that is expanded or comes from several is known exactly if all of them are.
fn reshape_source(module: &Module, op: Op, expand: bool) -> Vec<(usize, Type)> {
    if !expand {
        return Vec::new();
    }
    let (source, result) = (module.ty(module.operand(op, 0)), module.ty(module.result(op)).shape().unwrap_or(&[]));
    let whole = |group: &Vec<usize>| {
        let sizes = group.iter().map(|&d| (result[d] != DYNAMIC).then_some(result[d]));
        sizes.collect::<Option<Vec<_>>>().and_then(|s| s.iter().try_fold(1i64, |p, x| p.checked_mul(*x))).unwrap_or(DYNAMIC)
    };
    let shape: Vec<i64> = reassociation(module.attr(op, "reassociation")).iter().map(whole).collect();
    if shape.len() == source.shape().map_or(0, <[i64]>::len) { vec![(0, with_shape(source, &shape))] } else { Vec::new() }
}

/// The op that new ops for this one go before: among the insertions of a parallel loop there may be nothing else.
fn place_before(module: &Module, op: Op) -> Op {
    module.parent_op(op).filter(|&o| module.kind(o) == OpKind::InParallel).unwrap_or(op)
}

/// Casts an operand if it is of another type.
fn bridge(module: &mut Module, op: Op, operand: usize, ty: &Type) -> bool {
    let value = module.operand(op, operand);
    let from = module.ty(value);
    let dialect = match (from, ty) {
        _ if from == ty => return false,
        (Type::Tensor(_), Type::Tensor(_)) => "tensor",
        (Type::MemRef(_), Type::MemRef(_)) => "memref",
        _ => return false,
    };
    let place = place_before(module, op);
    let mut builder = Builder::before(module, place);
    let cast = builder.op(spelling::of_dialect(OpKind::ShapeCast, dialect), &[value], std::slice::from_ref(ty));
    let result = module.result(cast);
    module.set_operand(op, operand, result);
    true
}

fn set_function_type(module: &mut Module, plan: &Plan) -> bool {
    let old = module.func_type(plan.func).clone();
    let inputs = module.block_args(module.entry(plan.func)).iter().map(|&v| module.ty(v).clone()).collect();
    let results = plan.results.iter().zip(&old.results).map(|(fact, ty)| fact.ty().unwrap_or(ty).clone()).collect();
    let new = FunctionType { inputs, results };
    let changed = new != old;
    if changed {
        module.set_attr(plan.func, "function_type", Attr::Type(Type::Function(new.into())));
    }
    changed
}

/// Arguments whose value is known become constants; they stay in the signature and are not looked at.
fn bind_values(module: &mut Module, plan: &Plan) -> bool {
    let entry = module.entry(plan.func);
    let mut changed = false;
    for arg in module.block_args(entry).to_vec() {
        let (Some(Fact::Scalar { value: Some(value), .. }), false) = (plan.facts.get(&arg), module.is_unused(arg)) else {
            continue;
        };
        let first = module.block_ops(entry).next().expect("a body has a terminator");
        let constant = Builder::before(module, first).scalar(*value);
        module.replace_all_uses(arg, constant);
        changed = true;
    }
    changed
}
