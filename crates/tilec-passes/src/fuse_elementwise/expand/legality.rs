//! May these loops be split? A plan or a blocker.

use super::super::reshapes::{Groups, extent_of, parts, reshape_of, sizes_of};
use crate::analysis::effects::body_is_pure;
use crate::mutation::{Mutation, is_on};
use std::fmt;
use tilec_ir::numerics::is_lane_ordered;
use tilec_ir::{AffineMap, Attr, DYNAMIC, IteratorKind, Module, Op, OpKind, Structured, StructuredOp, Value};

/// The extent of a loop, and where it is had from if it is known only at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Known.
    Static(i64),
    /// That of a dimension of a tensor.
    Dim(Value, usize),
    /// A value.
    Value(Value),
}

impl Size {
    /// [`DYNAMIC`] if it is known only at run time.
    pub fn extent(self) -> i64 {
        if let Self::Static(extent) = self { extent } else { DYNAMIC }
    }
}

/// Everything the rewrite needs.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Its loops are split.
    pub op: Op,
    /// The collapse that it reads, or the expansion of its result.
    pub reshape: Op,
    /// What each loop becomes: itself where there is one size.
    pub loops: Vec<Vec<Size>>,
    /// The new op goes before this one.
    pub before: Op,
    /// The structured op on the other side of the reshape.
    pub other: Op,
}

/// Why not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blocker {
    /// The op has a named spelling that says more than its payload, such as a contraction.
    NamedOp,
    /// It works on buffers, or on tensors with encodings.
    NotTensors,
    /// The two ops are not in one block.
    OtherBlock,
    /// The reshape, or what it reshapes, has another use.
    SeveralUses,
    /// The payload reads or writes memory, and the op would move.
    ImpurePayload,
    /// A loop to split occurs in a sum or product of some index, or a dimension to split has none of its own.
    ReshapeMap {
        /// The operand.
        operand: usize,
    },
    /// A loop would be split in two ways.
    ReshapeConflict {
        /// The loop.
        loop_dim: usize,
    },
    /// Extents are not known well enough.
    DynamicReshape,
    /// The loop is the one that a reduction goes along in lane order.
    ReductionOrder {
        /// The loop.
        loop_dim: usize,
    },
}

impl Blocker {
    /// The name in `docs/passes.md`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::NamedOp => "named-op",
            Self::NotTensors => "not-tensors",
            Self::OtherBlock => "other-block",
            Self::SeveralUses => "several-uses",
            Self::ImpurePayload => "impure-payload",
            Self::ReshapeMap { .. } => "reshape-map",
            Self::ReshapeConflict { .. } => "reshape-conflict",
            Self::DynamicReshape => "dynamic-reshape",
            Self::ReductionOrder { .. } => "reduction-order",
        }
    }
}

impl fmt::Display for Blocker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NamedOp => f.write_str("it is a named op with loops of its own"),
            Self::NotTensors => f.write_str("it must work on plain tensors"),
            Self::OtherBlock => f.write_str("the ops on both sides are not in one block"),
            Self::SeveralUses => f.write_str("the reshape or what it reshapes has other uses"),
            Self::ImpurePayload => f.write_str("the payload reads or writes memory"),
            Self::ReshapeMap { operand } => write!(f, "operand {operand} is not indexed by the loops to split alone"),
            Self::ReshapeConflict { loop_dim } => write!(f, "loop {loop_dim} would be split in two ways"),
            Self::DynamicReshape => f.write_str("the extents are not known well enough"),
            Self::ReductionOrder { loop_dim } => write!(f, "loop {loop_dim} is reduced in lane order"),
        }
    }
}

/// For a collapse that feeds a structured op: may the op's loops be split, so that it reads what was collapsed? `None` if an elementwise
/// op on the far side, which could then be fused, or a reader is missing.
pub fn plan_below(module: &Module, reshape: Op) -> Option<Result<Plan, Blocker>> {
    let (groups, shape, expand) = reshape_of(module, reshape)?;
    let result = module.result(reshape);
    if expand || !splits(&groups, &shape) {
        return None;
    }
    let reader = module.uses(result).iter().find(|u| reads(module, u.op, u.operand as usize))?;
    let (op, operand) = (reader.op, reader.operand as usize);
    let source = module.operand(reshape, 0);
    let (other, alone) = elementwise_above(module, source)?;
    let sizes = (0..shape.len()).map(|d| match shape[d] {
        DYNAMIC => Size::Dim(source, d),
        extent => Size::Static(extent),
    });
    let split = split(&groups, &shape, &sizes.collect::<Vec<_>>());
    let plan = || {
        if module.uses(result).iter().any(|u| u.op != op) || !alone {
            return Err(Blocker::SeveralUses);
        }
        if module.parent_block(other) != module.parent_block(op) {
            return Err(Blocker::OtherBlock);
        }
        let loops = split_loops(module, op, operand, &split)?;
        Ok(Plan { op, reshape, loops, before: op, other })
    };
    Some(plan())
}

/// For an expansion of an elementwise op's result: may the op's loops be split, so that it computes what is expanded? `None` if no
/// structured op reads it, so that nothing could be fused.
pub fn plan_above(module: &Module, reshape: Op) -> Option<Result<Plan, Blocker>> {
    let (groups, shape, expand) = reshape_of(module, reshape)?;
    let source = module.operand(reshape, 0);
    let op = module.defining_op(source)?;
    if !expand || !splits(&groups, &shape) || !is_elementwise(module, op) {
        return None;
    }
    let other = reader_below(module, module.result(reshape))?;
    let plan = || {
        let users: Vec<_> = module.results(op).iter().flat_map(|&r| module.uses(r)).collect();
        if users.len() != 1 {
            return Err(Blocker::SeveralUses);
        }
        let block = module.parent_block(op);
        if module.parent_block(reshape) != block || module.parent_block(other) != block {
            return Err(Blocker::OtherBlock);
        }
        if !body_is_pure(module, op) {
            return Err(Blocker::ImpurePayload);
        }
        let values = sizes_of(module, reshape).ok_or(Blocker::DynamicReshape)?;
        let sizes: Vec<_> = shape.iter().zip(values).map(|(&e, v)| v.map_or(Size::Static(e), Size::Value)).collect();
        let view = module.structured(op).expect("a structured op");
        let output = module.results(op).iter().position(|&r| r == source).expect("a result");
        let loops = split_loops(module, op, view.num_inputs() + output, &split(&groups, &shape, &sizes))?;
        // The sizes may be defined between the op and the reshape.
        Ok(Plan { op, reshape, loops, before: reshape, other })
    };
    Some(plan())
}

/// True if some dimension becomes several that are not of size 1.
fn splits(groups: &Groups, shape: &[i64]) -> bool {
    groups.iter().any(|g| parts(g, shape).len() > 1)
}

/// The sizes of the parts of each group.
fn split(groups: &Groups, shape: &[i64], sizes: &[Size]) -> Vec<Vec<Size>> {
    let size = |part: &Vec<usize>| {
        part.iter().map(|&d| sizes[d]).find(|s| *s != Size::Static(1)).unwrap_or(Size::Static(extent_of(part, shape)))
    };
    groups.iter().map(|g| parts(g, shape).iter().map(size).collect()).collect()
}

/// True if a structured op reads this operand as an input.
fn reads(module: &Module, op: Op, operand: usize) -> bool {
    module.structured(op).is_some_and(|s| operand < s.num_inputs())
}

/// The structured op that reads a value as an input, possibly through reshapes and casts.
fn reader_below(module: &Module, value: Value) -> Option<Op> {
    let mut work = vec![value];
    while let Some(value) = work.pop() {
        for user in module.uses(value) {
            match module.kind(user.op) {
                OpKind::Structured(_) if reads(module, user.op, user.operand as usize) => return Some(user.op),
                OpKind::Reshape { .. } | OpKind::ShapeCast => work.extend(module.results(user.op)),
                _ => {}
            }
        }
    }
    None
}

/// The elementwise op that gives a value, possibly through reshapes and casts, and whether nothing else uses what is on the way.
pub(super) fn elementwise_above(module: &Module, value: Value) -> Option<(Op, bool)> {
    let (mut value, mut alone) = (value, true);
    loop {
        let op = module.defining_op(value)?;
        match module.kind(op) {
            OpKind::Reshape { .. } | OpKind::ShapeCast => {
                alone &= module.uses(value).len() == 1;
                value = module.operand(op, 0);
            }
            _ => {
                let uses: usize = module.results(op).iter().map(|&r| module.uses(r).len()).sum();
                return is_elementwise(module, op).then_some((op, alone && uses == 1));
            }
        }
    }
}

/// True for what could be computed inside a reader. A fill is folded in other ways.
pub(super) fn is_elementwise(module: &Module, op: Op) -> bool {
    module.structured(op).is_some_and(|s| s.all_parallel() && s.on_tensors() && s.which() != StructuredOp::Fill)
}

/// What each loop of `op` becomes if operand `operand` has its dimensions split.
fn split_loops(module: &Module, op: Op, operand: usize, split: &[Vec<Size>]) -> Result<Vec<Vec<Size>>, Blocker> {
    let view = module.structured(op).expect("a structured op");
    let general = matches!(view.which(), StructuredOp::Generic | StructuredOp::Reduce) || view.all_parallel();
    if !general || view.which() == StructuredOp::Fill {
        return Err(Blocker::NamedOp);
    }
    let plain = |v| module.ty(v).as_scalar().is_some() || module.ty(v).as_tensor().is_some_and(|t| t.encoding.is_none());
    if !module.operands(op).all(plain) {
        return Err(Blocker::NotTensors);
    }
    let (maps, extents) = (view.maps(), view.extents());
    let mut loops: Vec<Vec<Size>> = extents.iter().map(|&e| vec![Size::Static(e)]).collect();
    for (index, sizes) in maps[operand].results.iter().zip(split).filter(|(_, s)| s.len() > 1) {
        let d = index.as_dim().ok_or(Blocker::ReshapeMap { operand })?;
        if loops[d].len() > 1 && loops[d] != *sizes {
            return Err(Blocker::ReshapeConflict { loop_dim: d });
        }
        loops[d].clone_from(sizes);
    }
    keeps_order(module, &view, &loops)?;
    let indices = loop_indices(module, op);
    for (d, sizes) in loops.iter().enumerate().filter(|(_, s)| s.len() > 1) {
        let open = sizes.iter().filter(|s| s.extent() == DYNAMIC).count();
        let inner_open = sizes[1..].iter().any(|s| s.extent() == DYNAMIC);
        if open > 1 || inner_open && indices.iter().any(|&(_, dim)| dim == d) {
            return Err(Blocker::DynamicReshape);
        }
    }
    for (operand, map) in maps.iter().enumerate() {
        splits_map(map, &loops, module.ty(module.operand(op, operand)).shape().unwrap_or(&[]))
            .map_err(|plain| if plain { Blocker::DynamicReshape } else { Blocker::ReshapeMap { operand } })?;
    }
    Ok(loops)
}

/// Splitting in place keeps the order of all iterations, but a reduction in lane order depends on the loop itself.
fn keeps_order(module: &Module, view: &Structured<'_>, loops: &[Vec<Size>]) -> Result<(), Blocker> {
    let lanes = view.iterators().iter().rposition(|k| *k == IteratorKind::Reduction);
    match lanes.filter(|&d| loops[d].len() > 1 && !is_on(Mutation::SplitLanes)) {
        Some(loop_dim) if module.block_ops(view.body()).any(|op| is_lane_ordered(module, op)) => {
            Err(Blocker::ReductionOrder { loop_dim })
        }
        _ => Ok(()),
    }
}

/// Each loop to split is an index of its own, or in none. An error says whether it is (and the extent is the reason).
fn splits_map(map: &AffineMap, loops: &[Vec<Size>], shape: &[i64]) -> Result<(), bool> {
    for (index, &extent) in map.results.iter().zip(shape) {
        match index.as_dim() {
            Some(d) => {
                split_extent(extent, &loops[d]).ok_or(true)?;
            }
            None if is_on(Mutation::SkipReshapeMap) => {}
            None if (0..loops.len()).any(|d| loops[d].len() > 1 && index.uses_dim(d)) => return Err(false),
            None => {}
        }
    }
    Ok(())
}

/// The extents of a dimension that is split by `sizes`, one of which may be known only at run time; `None` if they do not fit.
pub(super) fn split_extent(extent: i64, sizes: &[Size]) -> Option<Vec<i64>> {
    let mut extents: Vec<i64> = sizes.iter().map(|s| s.extent()).collect();
    let known = extents.iter().filter(|e| **e != DYNAMIC).try_fold(1i64, |n, e| n.checked_mul(*e))?;
    let open = extents.iter().position(|e| *e == DYNAMIC);
    match (extent, open) {
        _ if extents.len() == 1 => return Some(vec![extent]),
        (DYNAMIC, _) => {}
        (_, None) if known == extent => {}
        (_, Some(at)) if known != 0 && extent % known == 0 => extents[at] = extent / known,
        _ => return None,
    }
    Some(extents)
}

/// The `linalg.index` ops of a payload with their loops.
pub(super) fn loop_indices(module: &Module, op: Op) -> Vec<(Op, usize)> {
    let dim = |o: Op| module.attr(o, "dim").and_then(Attr::as_int).and_then(|d| usize::try_from(d).ok());
    let inside = module.walk(op).into_iter().filter(|&o| module.kind(o) == OpKind::LoopIndex);
    inside.map(|o| (o, dim(o).expect("a verified loop number"))).collect()
}
