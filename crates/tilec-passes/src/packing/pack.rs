//! Packs the operands of a structured op tile by tile, and unpacks its results: each packed loop becomes one over tiles, in its place, and one
//! inside of a tile, behind all others.
//!
//! The elements of a sum are taken in the order they had: only the last of its loops may be packed. Tiles past the end of a loop are filled
//! with something that changes no bit of what is kept.

use super::{Blocker, extents_of, known_extent, neutral};
use crate::canonicalize::entries::{Entry, is_possible};
use crate::index::{self, Index, dim};
use crate::tile::{Ordered, combiner, neutral as neutral_of, ordered_loops};
use tilec_ir::numerics::BLOCK_SIZE;
use tilec_ir::{
    AffineExpr, AffineMap, Attr, Builder, IteratorKind, Module, Op, OpKind, Scalar, Structured, StructuredOp, Type, Value,
    spelling,
};

/// How an operand is packed.
struct Packing {
    /// The dimensions that are packed, in the order of the loops, with the extents of the tiles.
    inner: Vec<(usize, i64)>,
    /// What fills tiles past the end.
    padding: Option<Scalar>,
}

/// An op that may be packed so.
pub(crate) struct Plan {
    op: Op,
    operands: Vec<Packing>,
    maps: Vec<AffineMap>,
    iterators: Vec<IteratorKind>,
    /// The packed loops with the extents of their tiles; the loop inside of the tiles of the first is the first behind the old loops.
    packed: Vec<(usize, i64)>,
}

/// Checks an op: one size a loop, 0 for those that are not packed.
///
/// # Errors
/// Why it is not packed.
pub(crate) fn plan(module: &Module, op: Op, sizes: &[i64]) -> Result<Plan, Blocker> {
    let view = module.structured(op).filter(Structured::on_tensors).ok_or(Blocker::NotStructured)?;
    let (old, mut iterators) = (view.maps(), view.iterators());
    let loops = iterators.len();
    if sizes.len() != loops || sizes.iter().any(|s| *s < 0) {
        let found = sizes.iter().copied().find(|s| *s < 0).unwrap_or(i64::try_from(sizes.len()).unwrap_or(i64::MAX));
        return Err(Blocker::LoopCount { loops, found });
    }
    let packed: Vec<(usize, i64)> = sizes.iter().copied().enumerate().filter(|(_, s)| *s > 0).collect();
    super::check_extents(module, &view, packed.iter().map(|(d, _)| *d))?;
    check_order(module, &view, &packed)?;
    let operands: Vec<Value> = module.operands(op).collect();
    let mut inner = Vec::new();
    for (operand, map) in old.iter().enumerate() {
        inner.push(inner_dims(operand, map, &packed)?);
    }
    let renumber = |map: &AffineMap| {
        let tiles = packed.iter().enumerate().filter(|(_, (d, _))| map.uses_dim(*d)).map(|(n, _)| dim(loops + n));
        AffineMap::new(loops + packed.len(), map.results.iter().cloned().chain(tiles).collect::<Vec<_>>())
    };
    let maps = old.iter().map(renumber).collect();
    iterators.extend(packed.iter().map(|(d, _)| view.iterators()[*d]));
    let is_full = |operand: usize, d: usize, t: i64| matches!(known_extent(module, operands[operand], d), Some(Entry::Number(n)) if n % t == 0);
    let is_ragged = |&(l, t): &(usize, i64)| {
        let mut reads = inner.iter().zip(&old).enumerate();
        reads.any(|(o, (dims, map))| dims.iter().any(|&(d, _)| map.results[d].as_dim() == Some(l) && !is_full(o, d, t)))
    };
    let past: Vec<usize> = packed.iter().filter(|p| is_ragged(p)).map(|(d, _)| *d).collect();
    let paddings = paddings(module, &view, &past)?;
    let mut packings = Vec::new();
    for (operand, inner) in inner.into_iter().enumerate() {
        if !inner.is_empty() {
            check_size(module, operands[operand], &inner).ok_or(Blocker::TooLarge { operand })?;
        }
        let full = inner.iter().all(|&(d, t)| is_full(operand, d, t));
        let padding = if full { None } else { Some(paddings[operand].ok_or(Blocker::PaddingValue { operand })?) };
        packings.push(Packing { inner, padding });
    }
    Ok(Plan { op, operands: packings, maps, iterators, packed })
}

/// The dimensions of an operand that packed loops run along.
fn inner_dims(operand: usize, map: &AffineMap, packed: &[(usize, i64)]) -> Result<Vec<(usize, i64)>, Blocker> {
    let mut inner = Vec::new();
    for &(l, tile) in packed {
        let mut reads = map.results.iter().enumerate().filter(|(_, e)| e.uses_dim(l));
        let Some((d, e)) = reads.next() else { continue };
        if e.as_dim().is_none() || reads.next().is_some() {
            return Err(Blocker::Map { operand, dim: d });
        }
        inner.push((d, tile));
    }
    Ok(inner)
}

/// Refuses tiles that would take the elements of a sum in another order.
fn check_order(module: &Module, view: &Structured<'_>, packed: &[(usize, i64)]) -> Result<(), Blocker> {
    let extents = view.extents();
    for output in 0..view.num_outputs() {
        let Ordered { loops, lanes } = ordered_loops(module, view, output);
        for &(d, tile) in packed.iter().filter(|(d, _)| loops.contains(d)) {
            let behind = loops.iter().skip_while(|l| **l != d).skip(1);
            let moves = tile > 1 && behind.clone().any(|l| !(0..=1).contains(&extents[*l]));
            let blocks = i64::try_from(BLOCK_SIZE).expect("a small number");
            let cuts = lanes.is_some_and(|l| l != d || tile % blocks != 0 && !(extents[d] >= 0 && tile >= extents[d]));
            if moves || cuts {
                return Err(Blocker::ReductionOrder { loop_dim: d });
            }
        }
    }
    Ok(())
}

/// What fills the operands where the loops `past` run past their ends: noughts, or else what is certain to change no bit.
fn paddings(module: &Module, view: &Structured<'_>, past: &[usize]) -> Result<Vec<Option<Scalar>>, Blocker> {
    let elem = |v: Value| module.ty(v).shape().and_then(|_| module.ty(v).elem());
    let noughts: Vec<Option<Scalar>> = module.operands(view.op).map(|v| elem(v).map(Scalar::zero)).collect();
    let first = neutral::check(module, view, past, &noughts);
    let Err(blocker @ Blocker::NotNeutral { .. }) = first else { return first.map(|()| noughts) };
    let mut tries = Vec::new();
    for input in 0..view.num_inputs() {
        // A product that is a nought with a sign.
        if let Some(elem) = elem(view.inputs()[input]).filter(|e| e.is_float()) {
            let mut with = noughts.clone();
            with[input] = Some(Scalar::from_f64(elem, -0.0));
            tries.push(with);
        }
    }
    for output in 0..view.num_outputs() {
        let (Some(combiner), Some(elem)) = (combiner(module, view, output), elem(view.outputs()[output])) else { continue };
        let neutral = neutral_of(module, combiner, elem);
        let of = |n: &Option<Scalar>| if n.is_some_and(|n| n.ty == elem) { neutral.or(*n) } else { *n };
        tries.push(noughts.iter().map(of).collect());
    }
    tries.into_iter().find(|pads| neutral::check(module, view, past, pads).is_ok()).ok_or(blocker)
}

/// The shape of an operand that is packed, if it can be.
fn check_size(module: &Module, value: Value, inner: &[(usize, i64)]) -> Option<()> {
    let ty = module.ty(value);
    let mut shape = ty.shape()?.to_vec();
    for &(d, tile) in inner {
        if shape[d] >= 0 {
            shape[d] = shape[d] / tile + i64::from(shape[d] % tile != 0);
        }
    }
    shape.extend(inner.iter().map(|(_, tile)| tile));
    is_possible(&Type::tensor(&shape, ty.elem()?)).then_some(())
}

/// Packs the op. Returns the op on packed operands.
pub(crate) fn apply(module: &mut Module, plan: Plan) -> Op {
    let op = plan.op;
    if plan.packed.is_empty() {
        if module.structured(op).is_some_and(|v| v.which() != StructuredOp::Generic) {
            module.generalize(op);
        }
        return op;
    }
    let view = module.structured(op).expect("a structured op");
    let inputs = view.num_inputs();
    let operands: Vec<Value> = module.operands(op).collect();
    let mut builder = Builder::before(module, op);
    let parts: Vec<Value> = operands.iter().zip(&plan.operands).map(|(&v, p)| pack(&mut builder, v, p)).collect();
    let made = builder.generic(&parts[..inputs], &parts[inputs..], plan.maps, &plan.iterators);
    builder.module.copy_body(op, made);
    let mut results = Vec::new();
    for (i, (&init, packing)) in operands.iter().zip(&plan.operands).enumerate().skip(inputs) {
        let result = builder.module.results(made)[i - inputs];
        results.push(if packing.inner.is_empty() { result } else { unpack(&mut builder, result, init, packing) });
    }
    restore_indices(module, made, &plan.packed, plan.iterators.len() - plan.packed.len());
    module.replace_op(op, &results);
    made
}

fn pack(builder: &mut Builder<'_>, value: Value, packing: &Packing) -> Value {
    if packing.inner.is_empty() {
        return value;
    }
    let elem = builder.module.ty(value).elem().expect("a tensor");
    let mut extents = extents_of(builder, value);
    for &(d, tile) in &packing.inner {
        extents[d] = index::apply(builder, &dim(0).ceil_div(AffineExpr::Const(tile)), &[extents[d]]);
    }
    extents.extend(packing.inner.iter().map(|(_, tile)| Index::Const(*tile)));
    let dest = index::empty(builder, &extents, elem);
    let padding = packing.padding.map(|p| builder.scalar(p));
    let operands: Vec<Value> = [value, dest].into_iter().chain(padding).collect();
    let ty = builder.module.ty(dest).clone();
    let made = builder.op(spelling::of(OpKind::Pack { unpack: false }), &operands, &[ty]);
    builder.module.set_segments(made, &[1, 1, usize::from(padding.is_some()), 0]);
    set_tiles(builder.module, made, &packing.inner);
    builder.module.result(made)
}

fn unpack(builder: &mut Builder<'_>, value: Value, init: Value, packing: &Packing) -> Value {
    let ty = builder.module.ty(init).clone();
    let made = builder.op(spelling::of(OpKind::Pack { unpack: true }), &[value, init], &[ty]);
    builder.module.set_segments(made, &[1, 1, 0]);
    set_tiles(builder.module, made, &packing.inner);
    builder.module.result(made)
}

fn set_tiles(module: &mut Module, op: Op, inner: &[(usize, i64)]) {
    let dims: Vec<i64> = inner.iter().map(|(d, _)| i64::try_from(*d).expect("few dims")).collect();
    module.set_attr(op, "inner_dims_pos", Attr::i64_array(dims));
    module.set_attr(op, "static_inner_tiles", Attr::i64_array(inner.iter().map(|(_, t)| *t).collect::<Vec<_>>()));
}

/// `linalg.index` of a packed loop stays that of the whole loop: the tile's, times its extent, and that inside.
fn restore_indices(module: &mut Module, op: Op, packed: &[(usize, i64)], loops: usize) {
    let indices: Vec<Op> = module.walk(op).into_iter().skip(1).filter(|&o| module.kind(o) == OpKind::LoopIndex).collect();
    for outer in indices {
        let d = module.attr(outer, "dim").and_then(Attr::as_int).and_then(|d| usize::try_from(d).ok());
        let Some(n) = packed.iter().position(|(l, _)| Some(*l) == d) else { continue };
        let (value, Some(next)) = (module.result(outer), module.next_op(outer)) else { continue };
        let mut builder = Builder::before(module, next);
        let inside = builder.loop_index(i64::try_from(loops + n).expect("few loops"));
        let whole = dim(0).mul(AffineExpr::Const(packed[n].1)).add(dim(1));
        let Index::Value(whole) = index::apply(&mut builder, &whole, &[Index::Value(value), Index::Value(inside)]) else {
            continue;
        };
        let sum = module.defining_op(whole);
        module.replace_uses_if(value, whole, |u| Some(u.op) != sum);
    }
}
