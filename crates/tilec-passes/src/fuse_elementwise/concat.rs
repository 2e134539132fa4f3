//! `tensor.concat` as a producer: an elementwise consumer is split into one op for each part, so that what computes a part can be fused.
//!
//! Each op computes its slice of the results, which are put together in the init; inputs that go along the concatenated dimension are
//! sliced as well. Parts are disjoint, so a slice of what is put together so far is a slice of the init.

use super::NAME;
use crate::analysis::effects::body_is_pure;
use crate::mutation::{Mutation, is_on};
use crate::remark::Remark;
use std::fmt;
use tilec_ir::{AffineExpr, AffineMap, Attr, Builder, DYNAMIC, Module, Op, OpKind, StructuredOp, Type, Value, spelling};

/// Everything the rewrite needs.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Reads the concatenated tensor.
    pub consumer: Op,
    /// As this operand.
    pub operand: usize,
    /// The `tensor.concat`.
    pub concat: Op,
    /// The consumer's loop along the concatenated dimension.
    pub loop_dim: usize,
    /// The parts that have elements: what is concatenated, where it starts, how long it is.
    pub parts: Vec<Part>,
}

/// One of the tensors that are concatenated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The tensor.
    pub value: Value,
    /// Where it starts along the concatenated dimension.
    pub offset: i64,
    /// Its extent there.
    pub size: i64,
}

/// Why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// The consumer has a named spelling.
    NamedOp,
    /// The consumer reduces, or reads it at other indices than loops.
    ConcatReused,
    /// Another operand cannot be sliced along the loop.
    ConcatMap {
        /// The operand.
        operand: usize,
    },
    /// The extents of the parts are not known.
    DynamicConcat,
    /// The concatenated tensor has other uses.
    SeveralUses,
    /// The concat is in another block.
    OtherBlock,
    /// The payload reads or writes memory.
    ImpurePayload,
    /// No part comes from an elementwise op that could then be fused.
    ConcatNotProfitable,
}

impl Blocker {
    /// The name in `docs/passes.md`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NamedOp => "named-op",
            Self::ConcatReused => "concat-reused",
            Self::ConcatMap { .. } => "concat-map",
            Self::DynamicConcat => "dynamic-concat",
            Self::SeveralUses => "several-uses",
            Self::OtherBlock => "other-block",
            Self::ImpurePayload => "impure-payload",
            Self::ConcatNotProfitable => "concat-not-profitable",
        }
    }
}

impl fmt::Display for Blocker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NamedOp => f.write_str("the consumer is a named op; run generalize-named-ops first"),
            Self::ConcatReused => f.write_str("the consumer does not read each element in one place"),
            Self::ConcatMap { operand } => write!(f, "operand {operand} cannot be sliced along the concatenated dimension"),
            Self::DynamicConcat => f.write_str("the extents of the parts are not known"),
            Self::SeveralUses => f.write_str("the concatenated tensor has other uses"),
            Self::OtherBlock => f.write_str("the concatenation is done in another block"),
            Self::ImpurePayload => f.write_str("the payload reads or writes memory"),
            Self::ConcatNotProfitable => f.write_str("no part comes from an elementwise op that could be fused"),
        }
    }
}

/// Input `operand` of a structured op as a concatenation: a plan, a blocker, or `None` if it is none.
pub fn plan_split(module: &Module, consumer: Op, operand: usize) -> Option<Result<Plan, Blocker>> {
    let view = module.structured(consumer)?;
    let whole = module.operand(consumer, operand);
    let concat = module.defining_op(whole).filter(|&op| module.kind(op) == OpKind::Concat)?;
    if operand >= view.num_inputs() || !view.on_tensors() {
        return None;
    }
    let plan = || {
        let maps = view.maps();
        if !view.all_parallel() || !maps[operand].is_projected_permutation() {
            return Err(Blocker::ConcatReused);
        }
        if view.which() != StructuredOp::Generic {
            return Err(Blocker::NamedOp);
        }
        let dim =
            module.attr(concat, "dim").and_then(Attr::as_int).and_then(|d| usize::try_from(d).ok()).expect("a verified dim");
        let loop_dim = maps[operand].results[dim].as_dim().expect("a projected permutation");
        let unfit = |(i, map): (usize, &AffineMap)| {
            let along = map.results.iter().filter(|e| e.as_dim() == Some(loop_dim)).count();
            let plain = map.results.iter().all(|e| e.as_dim() == Some(loop_dim) || !e.uses_dim(loop_dim));
            !plain || i >= view.num_inputs() && along != 1
        };
        if let Some(operand) = maps.iter().enumerate().position(unfit) {
            return Err(Blocker::ConcatMap { operand });
        }
        let parts = parts(module, concat, dim).ok_or(Blocker::DynamicConcat)?;
        if module.uses(whole).len() > 1 {
            return Err(Blocker::SeveralUses);
        }
        if module.parent_block(concat) != module.parent_block(consumer) {
            return Err(Blocker::OtherBlock);
        }
        if !body_is_pure(module, consumer) {
            return Err(Blocker::ImpurePayload);
        }
        // MLIR has no slice of an empty tensor.
        let empty = |v| module.ty(v).shape().is_some_and(|s| s.contains(&0));
        if module.operands(consumer).any(empty) || !parts.iter().any(|part| is_fusible(module, part.value)) {
            return Err(Blocker::ConcatNotProfitable);
        }
        Ok(Plan { consumer, operand, concat, loop_dim, parts })
    };
    Some(plan())
}

/// The parts with elements, if all extents are known.
fn parts(module: &Module, concat: Op, dim: usize) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut offset = 0i64;
    for value in module.operands(concat) {
        let size = module.ty(value).shape()?[dim];
        if size == DYNAMIC {
            return None;
        }
        parts.push(Part { value, offset, size });
        offset = offset.checked_add(size)?;
    }
    parts.retain(|part| part.size > 0);
    Some(parts)
}

/// True if an elementwise op computes the value for nothing else.
fn is_fusible(module: &Module, value: Value) -> bool {
    let single = module.uses(value).len() == 1;
    let elementwise = |op: Op| module.structured(op).is_some_and(|s| s.all_parallel() && s.on_tensors());
    single && module.defining_op(value).is_some_and(elementwise)
}

/// Splits an op that reads concatenations. Returns true if anything changed.
pub(super) fn split_concats(module: &mut Module, op: Op, remarks: &mut Vec<Remark>) -> bool {
    let Some(inputs) = module.structured(op).map(|view| view.num_inputs()) else { return false };
    for operand in 0..inputs {
        match plan_split(module, op, operand) {
            Some(Ok(plan)) => {
                remarks.push(applied(module, &plan));
                split(module, &plan);
                return true;
            }
            Some(Err(blocker)) => remarks.push(missed(module, op, operand, &blocker)),
            None => {}
        }
    }
    false
}

fn applied(module: &Module, plan: &Plan) -> Remark {
    let map = &module.structured(plan.consumer).expect("a structured op").maps()[plan.operand];
    let sizes: Vec<_> = plan.parts.iter().map(|p| p.size.to_string()).collect();
    let message = format!(
        "operand {} is a concatenation, so there is one op for each part; operand map {map}, loop {} is split into {}",
        plan.operand,
        plan.loop_dim,
        sizes.join(" + ")
    );
    Remark::applied(NAME, module.op(plan.consumer).loc.clone(), message)
        .note(module.op(plan.concat).loc.clone(), "the concatenation")
}

fn missed(module: &Module, consumer: Op, operand: usize, blocker: &Blocker) -> Remark {
    let map = &module.structured(consumer).expect("a structured op").maps()[operand];
    let concat = module.defining_op(module.operand(consumer, operand)).expect("a concat");
    let message = format!("operand {operand} is a concatenation: {blocker}; operand map {map}");
    Remark::missed(NAME, blocker.name(), module.op(consumer).loc.clone(), message)
        .note(module.op(concat).loc.clone(), "the concatenation")
}

/// One op for each part, and the results put together.
fn split(module: &mut Module, plan: &Plan) {
    let consumer = plan.consumer;
    let view = module.structured(consumer).expect("a structured op");
    let (maps, iterators, inputs) = (view.maps(), view.iterators(), view.num_inputs());
    let inits = view.outputs();
    // The results so far.
    let mut whole = inits.clone();
    for part in &plan.parts {
        let mut operands = Vec::new();
        for (i, map) in maps.iter().enumerate() {
            let value = module.operand(consumer, i);
            // An input that is an init, too, at the same place: sliced alike, so that it can still be done in place.
            let output = if i < inputs {
                (0..inits.len()).find(|&o| inits[o] == value && maps[inputs + o] == *map)
            } else {
                Some(i - inputs)
            };
            let value = output.map_or(value, |o| whole[o]);
            operands.push(if i == plan.operand { part.value } else { slice(module, plan, value, map, part) });
        }
        let mut builder = Builder::before(module, consumer);
        let op = builder.generic(&operands[..inputs], &operands[inputs..], maps.clone(), &iterators);
        clone_body(module, plan, op, part.offset);
        for (o, whole) in whole.iter_mut().enumerate() {
            let result = module.results(op)[o];
            *whole = insert(module, plan, result, *whole, &maps[inputs + o], part);
        }
    }
    let read: Vec<Op> = module.operands(consumer).filter_map(|v| module.defining_op(v)).collect();
    module.replace_op(consumer, &whole);
    // What was concatenated has another use as long as the concatenations are there.
    for concat in read {
        if !module.is_erased(concat) && module.kind(concat) == OpKind::Concat && module.is_unused(module.result(concat)) {
            module.erase(concat);
        }
    }
}

/// Offsets and sizes of a part of an operand; `None` if that is all of it.
fn region(module: &Module, plan: &Plan, value: Value, map: &AffineMap, part: &Part) -> Option<(Vec<i64>, Vec<i64>)> {
    let shape = module.ty(value).shape().unwrap_or(&[]);
    let along = |e: &AffineExpr| e.as_dim() == Some(plan.loop_dim);
    let offsets: Vec<_> = map.results.iter().map(|e| if along(e) { part.offset } else { 0 }).collect();
    let sizes: Vec<_> = map.results.iter().zip(shape).map(|(e, &size)| if along(e) { part.size } else { size }).collect();
    (sizes != shape).then_some((offsets, sizes))
}

fn slice(module: &mut Module, plan: &Plan, value: Value, map: &AffineMap, part: &Part) -> Value {
    let Some((offsets, sizes)) = region(module, plan, value, map, part) else { return value };
    if let Some(same) = same_part(module, value, &offsets, &sizes) {
        return same;
    }
    let ty = Type::tensor(&sizes, module.ty(value).elem().expect("a tensor"));
    let mut builder = Builder::before(module, plan.consumer);
    let open = open_sizes(&mut builder, value, &sizes);
    let operands: Vec<_> = [value].into_iter().chain(open.iter().copied()).collect();
    let op = builder.op(spelling::of(OpKind::Slice), &operands, &[ty]);
    module.set_segments(op, &[1, 0, open.len(), 0]);
    set_region(module, op, &offsets, &sizes);
    module.result(op)
}

/// The part of another concatenation that is exactly this slice.
fn same_part(module: &Module, value: Value, offsets: &[i64], sizes: &[i64]) -> Option<Value> {
    let concat = module.defining_op(value).filter(|&op| module.kind(op) == OpKind::Concat)?;
    let dim = module.attr(concat, "dim").and_then(Attr::as_int).and_then(|d| usize::try_from(d).ok())?;
    let whole = module.ty(value).shape()?;
    let elsewhere = (0..sizes.len()).any(|d| d != dim && sizes[d] != whole[d]);
    let part = parts(module, concat, dim)?.into_iter().find(|p| p.offset == offsets[dim] && p.size == sizes[dim])?;
    (!elsewhere && module.ty(part.value).shape()? == sizes).then_some(part.value)
}

fn insert(module: &mut Module, plan: &Plan, value: Value, whole: Value, map: &AffineMap, part: &Part) -> Value {
    let Some((offsets, sizes)) = region(module, plan, whole, map, part) else { return value };
    let ty = module.ty(whole).clone();
    let mut builder = Builder::before(module, plan.consumer);
    let open = open_sizes(&mut builder, whole, &sizes);
    let operands: Vec<_> = [value, whole].into_iter().chain(open.iter().copied()).collect();
    let op = builder.op(spelling::of(OpKind::InsertSlice), &operands, &[ty]);
    module.set_segments(op, &[1, 1, 0, open.len(), 0]);
    set_region(module, op, &offsets, &sizes);
    module.result(op)
}

/// The sizes that are known only at run time.
fn open_sizes(builder: &mut Builder<'_>, value: Value, sizes: &[i64]) -> Vec<Value> {
    (0..sizes.len()).filter(|&d| sizes[d] == DYNAMIC).map(|d| builder.dim(value, d)).collect()
}

fn set_region(module: &mut Module, op: Op, offsets: &[i64], sizes: &[i64]) {
    module.set_attr(op, "static_offsets", Attr::i64_array(offsets));
    module.set_attr(op, "static_sizes", Attr::i64_array(sizes));
    module.set_attr(op, "static_strides", Attr::i64_array(vec![1; sizes.len()]));
}

/// The consumer's payload, in which the split loop starts at `offset`.
fn clone_body(module: &mut Module, plan: &Plan, op: Op, offset: i64) {
    module.copy_body(plan.consumer, op);
    let shifted = AffineMap::new(1, vec![AffineExpr::Dim(0).add(AffineExpr::Const(offset))]);
    for index in module.walk(op) {
        let along = module.attr(index, "dim").and_then(Attr::as_int) == i64::try_from(plan.loop_dim).ok();
        if offset == 0 || is_on(Mutation::ForgetPartOffset) || module.kind(index) != OpKind::LoopIndex || !along {
            continue;
        }
        let old = module.result(index);
        let mut builder = Builder::before(module, index);
        let own = builder.loop_index(i64::try_from(plan.loop_dim).expect("few loops"));
        let value = builder.affine_apply(&shifted, &[own]);
        module.replace_all_uses(old, value);
        module.erase(index);
    }
}
