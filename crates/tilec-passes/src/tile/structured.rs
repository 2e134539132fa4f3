//! Tiles of structured ops.

use super::interface::Tile;
use super::legality::{Footprint, footprint};
use crate::analysis::bounds::Bounds;
use crate::index::{self, Index};
use crate::mutation::{Mutation, is_on};
use std::collections::HashMap;
use tilec_ir::{AffineExpr, AffineMap, Attr, Builder, Module, Op, OpKind, Value};

/// The extents of the loops: of static extent where some operand has it so, else from the first output that has the loop as a plain dimension,
/// for what the tiles make up is that output, or the first input.
pub(super) fn extents(builder: &mut Builder<'_>, op: Op) -> Vec<Index> {
    let loops = builder.module.structured(op).map_or(0, |view| view.extents().len());
    extents_of(builder, op, &vec![true; loops])
}

/// [`extents`] of some loops; the others count as 0.
pub(super) fn extents_of(builder: &mut Builder<'_>, op: Op, wanted: &[bool]) -> Vec<Index> {
    let view = builder.module.structured(op).expect("a structured op");
    let (known, inputs) = (view.extents(), view.num_inputs());
    let first = |s: Vec<(usize, usize)>| s.iter().find(|(i, _)| *i >= inputs).or_else(|| s.first()).copied();
    let sources: Vec<_> = view.loop_sources().into_iter().map(first).collect();
    let mut extents = Vec::with_capacity(known.len());
    for (l, source) in sources.into_iter().enumerate() {
        extents.push(match source {
            _ if !wanted[l] => Index::ZERO,
            Some((i, d)) if known[l] < 0 => {
                let value = builder.module.operand(op, i);
                index::extent(builder, value, d)
            }
            _ => Index::Const(known[l]),
        });
    }
    extents
}

/// Offsets and sizes of an operand's part for a tile. It starts at `e(offsets) - e(0)` for each index `e`, for the indices inside it are those
/// of `e` at the iterations of the tile: the last is `e(sizes - 1)`.
fn part(builder: &mut Builder<'_>, map: &AffineMap, whole: Value, tile: &Tile) -> (Vec<Index>, Vec<Index>) {
    let loops = map.dims as usize;
    let zeros = vec![AffineExpr::Const(0); loops];
    let last: Vec<AffineExpr> = (0..loops).map(|d| index::dim(d).add(AffineExpr::Const(-1))).collect();
    let mut offsets = Vec::with_capacity(map.num_results());
    let mut sizes = Vec::with_capacity(map.num_results());
    for (d, expr) in map.results.iter().enumerate() {
        if footprint(expr, &tile.tiled, &tile.steps) == Footprint::Whole {
            offsets.push(Index::ZERO);
            sizes.push(index::extent(builder, whole, d));
            continue;
        }
        let first = expr.replace(&zeros, &[]);
        let mut offset = index::apply(builder, &expr.clone().minus(first), &tile.offsets);
        let end = expr.replace(&last, &[]).add(AffineExpr::Const(1));
        let mut size = index::apply(builder, &end, &tile.sizes);
        if expr.as_dim().is_none() && !(0..loops).all(|l| !expr.uses_dim(l) || is_some(builder.module, tile.sizes[l])) {
            let extent = index::extent(builder, whole, d);
            (offset, size) = inside(builder, extent, offset, size);
        }
        offsets.push(offset);
        sizes.push(size);
    }
    (offsets, sizes)
}

/// True if a size is certainly not nought.
pub(super) fn is_some(module: &Module, size: Index) -> bool {
    match size {
        Index::Const(n) => n > 0,
        Index::Value(v) => Bounds::new(module).of(v).0.is_some_and(|least| least > 0),
    }
}

/// A part that stays inside the extent. What an empty tile would read is below nought, or starts behind the end.
fn inside(builder: &mut Builder<'_>, extent: Index, offset: Index, size: Index) -> (Index, Index) {
    let (a, b, c) = (index::dim(0), index::dim(1), index::dim(2));
    let offset = index::extremum(builder, false, &[a.clone(), b.clone()], &[offset, extent]);
    let size = index::extremum(builder, false, &[a.clone(), b.minus(c)], &[size, extent, offset]);
    (offset, index::extremum(builder, true, &[a, AffineExpr::Const(0)], &[size]))
}

/// An operand's part for a tile: the operand itself if no tiled loop occurs in its map.
pub(super) fn operand_part(builder: &mut Builder<'_>, map: &AffineMap, whole: Value, tile: &Tile) -> Value {
    let is_shaped = builder.module.ty(whole).shape().is_some();
    let is_cut = |e: &AffineExpr| footprint(e, &tile.tiled, &tile.steps) != Footprint::Whole;
    if !is_shaped || !map.results.iter().any(is_cut) {
        return whole;
    }
    let (mut offsets, sizes) = part(builder, map, whole, tile);
    if is_on(Mutation::TileDropOffset) {
        offsets.fill(Index::ZERO);
    }
    match builder.module.ty(whole).as_memref() {
        Some(_) => index::view(builder, whole, &offsets, &sizes),
        None => index::slice(builder, whole, &offsets, &sizes),
    }
}

pub(super) fn result_part(
    builder: &mut Builder<'_>,
    op: Op,
    result: usize,
    whole: Value,
    tile: &Tile,
) -> (Vec<Index>, Vec<Index>) {
    let view = builder.module.structured(op).expect("a structured op");
    let map = view.maps()[view.num_inputs() + result].clone();
    let (mut offsets, sizes) = part(builder, &map, whole, tile);
    if is_on(Mutation::TileInsertAtStart) {
        offsets.fill(Index::ZERO);
    }
    (offsets, sizes)
}

/// The op on parts of its operands; `inits` take the place of its outputs, but for buffers.
pub(super) fn tile_at(builder: &mut Builder<'_>, op: Op, inits: &[Value], tile: &Tile) -> (Op, Vec<Value>) {
    let view = builder.module.structured(op).expect("a structured op");
    let maps = view.maps();
    // On buffers nothing is carried: what is written are parts of the outputs themselves.
    let outputs = if inits.is_empty() { view.outputs() } else { inits.to_vec() };
    let wholes: Vec<Value> = view.inputs().into_iter().chain(outputs).collect();
    let outputs = view.num_inputs();
    let mut parts: Vec<Value> = Vec::with_capacity(wholes.len());
    for (i, (&whole, map)) in wholes.iter().zip(&maps).enumerate() {
        // A buffer that is changed in its place is one view, so that it can be seen to be.
        let same = (0..i).find(|&j| builder.module.ty(whole).as_memref().is_some() && wholes[j] == whole && maps[j] == *map);
        parts.push(same.map_or_else(|| operand_part(builder, map, whole, tile), |j| parts[j]));
    }
    let copy = builder.module.clone_op(op, &mut HashMap::new());
    builder.insert(copy);
    for (i, &value) in parts.iter().enumerate() {
        builder.module.set_operand(copy, i, value);
    }
    let results = builder.module.results(copy).to_vec();
    for (&result, &init) in results.iter().zip(&parts[outputs..]) {
        let ty = builder.module.ty(init).clone();
        builder.module.set_type(result, ty);
    }
    if !is_on(Mutation::TileIndexLocal) {
        shift_indices(builder.module, copy, tile);
    }
    (copy, results)
}

/// `linalg.index` stays that of the whole op: the tile's offset is added.
pub(crate) fn shift_indices(module: &mut Module, op: Op, tile: &Tile) {
    let indices: Vec<Op> = module.walk(op).into_iter().skip(1).filter(|&o| module.kind(o) == OpKind::LoopIndex).collect();
    for local in indices {
        let d = module.attr(local, "dim").and_then(Attr::as_int).and_then(|d| usize::try_from(d).ok());
        let Some(&offset) = d.and_then(|d| tile.offsets.get(d)).filter(|o| !o.is(0)) else { continue };
        let Some(next) = module.next_op(local) else { continue };
        let value = module.result(local);
        let loc = module.op(local).loc.clone();
        let mut builder = Builder::before(module, next);
        builder.loc = loc;
        let sum = index::dim(0).add(index::dim(1));
        let Index::Value(global) = index::apply(&mut builder, &sum, &[Index::Value(value), offset]) else { continue };
        let shift = module.defining_op(global);
        module.replace_uses_if(value, global, |u| Some(u.op) != shift);
    }
}
