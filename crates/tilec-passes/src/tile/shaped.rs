//! Tiles of softmax, pack, unpack and concat.

use super::interface::{Tile, rank};
use super::structured::is_some;
use crate::analysis::bounds::Bounds;
use crate::analysis::linear::Linear;
use crate::index::{self, Index, dim, positions};
use std::collections::HashMap;
use tilec_ir::{AffineExpr, Attr, Builder, Module, Op, OpKind, Type, Value, spelling};

/// A softmax of some rows. Its own dimension is whole.
pub(super) fn softmax(builder: &mut Builder<'_>, op: Op, init: Value, tile: &Tile) -> (Op, Vec<Value>) {
    let source = builder.module.operand(op, 0);
    let source = index::slice(builder, source, &tile.offsets, &tile.sizes);
    let init = index::slice(builder, init, &tile.offsets, &tile.sizes);
    on_parts(builder, op, &[source, init], 1)
}

/// The same op on other operands, for all of which it has one; its result has the type of operand `init`.
fn on_parts(builder: &mut Builder<'_>, op: Op, operands: &[Value], init: usize) -> (Op, Vec<Value>) {
    let copy = builder.module.clone_op(op, &mut HashMap::new());
    builder.insert(copy);
    for (i, &value) in operands.iter().enumerate() {
        builder.module.set_operand(copy, i, value);
    }
    let (result, ty) = (builder.module.result(copy), builder.module.ty(operands[init]).clone());
    builder.module.set_type(result, ty);
    (copy, vec![result])
}

/// The order in which the outer dimensions of the packed side of a pack or unpack are those of the other: the attribute, or as they are.
pub(crate) fn outer_order(module: &Module, op: Op, rank: usize) -> Vec<usize> {
    let given = positions(module, op, "outer_dims_perm");
    if given.is_empty() { (0..rank).collect() } else { given }
}

/// Where a part starts: what an empty one would read starts behind the end.
fn start_of(builder: &mut Builder<'_>, offset: Index, size: Index, extent: Index) -> Index {
    match is_some(builder.module, size) {
        true => offset,
        false => index::extremum(builder, false, &[dim(0), dim(1)], &[offset, extent]),
    }
}

/// A pack of some outer tiles. The source ends with the last of them, or before, where it is padded.
pub(super) fn pack(builder: &mut Builder<'_>, op: Op, init: Value, tile: &Tile) -> (Op, Vec<Value>) {
    let (source, loops) = (builder.module.operand(op, 0), tile.offsets.len());
    let (outer, inner) = (outer_order(builder.module, op, loops), positions(builder.module, op, "inner_dims_pos"));
    let widths = index::list(builder.module, op, "inner_tiles");
    let (mut offsets, mut sizes) = (vec![Index::ZERO; loops], vec![Index::ZERO; loops]);
    for (at, &d) in outer.iter().enumerate() {
        let extent = index::extent(builder, source, d);
        let width = inner.iter().position(|&p| p == d).map_or(1, |n| widths[n].as_const().expect("a known width"));
        if !tile.tiled[at] {
            sizes[d] = extent;
            continue;
        }
        let times = dim(0).mul(AffineExpr::Const(width));
        let start = index::apply(builder, &times, &[tile.offsets[at]]);
        offsets[d] = start_of(builder, start, tile.sizes[at], extent);
        let wide = index::apply(builder, &times, &[tile.sizes[at]]);
        let left = index::apply(builder, &dim(0).minus(dim(1)), &[extent, offsets[d]]);
        sizes[d] = if width == 1 { wide } else { index::extremum(builder, false, &[dim(0), dim(1)], &[wide, left]) };
    }
    let mut at = tile.offsets.clone();
    let mut of = tile.sizes.clone();
    for d in loops..rank(builder.module, init) {
        at.push(Index::ZERO);
        of.push(index::extent(builder, init, d));
    }
    let source = index::slice(builder, source, &offsets, &sizes);
    let init = index::slice(builder, init, &at, &of);
    on_parts(builder, op, &[source, init], 1)
}

/// The tiles of the packed side that a tile of the plain side has parts of, along one dimension.
struct Span {
    /// The first, and how many.
    offset: Index,
    size: Index,
    /// Where the tile starts in the first, and how many elements all of them have; `None` if it is at its start and ends with the last.
    inside: Option<(Index, Index)>,
}

fn span(builder: &mut Builder<'_>, extent: Index, width: i64, tile: (Index, Index)) -> Span {
    let (offset, size) = tile;
    let module = &*builder.module;
    let starts_a_tile = match offset {
        Index::Const(n) => n % width == 0,
        Index::Value(v) => Bounds::new(module).is_multiple(&Linear::exact(module, v), width),
    };
    let offset = start_of(builder, offset, size, extent);
    let width = AffineExpr::Const(width);
    let first = index::apply(builder, &dim(0).floor_div(width.clone()), &[offset]);
    if starts_a_tile {
        let size = index::apply(builder, &dim(0).ceil_div(width), &[size]);
        return Span { offset: first, size, inside: None };
    }
    let end = dim(0).add(dim(1)).ceil_div(width.clone());
    let count = index::apply(builder, &end.minus(dim(2)), &[offset, size, first]);
    let at = index::apply(builder, &dim(0).modulo(width.clone()), &[offset]);
    let all = index::apply(builder, &dim(0).mul(width), &[count]);
    Span { offset: first, size: count, inside: Some((at, all)) }
}

/// An unpack of some elements: of the tiles that have them, of which the elements before and behind are cut off.
pub(super) fn unpack(builder: &mut Builder<'_>, op: Op, init: Value, tile: &Tile) -> (Op, Vec<Value>) {
    let source = builder.module.operand(op, 0);
    let loops = tile.offsets.len();
    let (outer, inner) = (outer_order(builder.module, op, loops), positions(builder.module, op, "inner_dims_pos"));
    let widths = builder.module.int_array(op, "static_inner_tiles").to_vec();
    let (mut offsets, mut sizes) = (vec![Index::ZERO; loops], vec![Index::ZERO; loops]);
    let (mut cut, mut starts, mut wholes) = (false, vec![Index::ZERO; loops], tile.sizes.clone());
    for (at, &d) in outer.iter().enumerate() {
        (offsets[at], sizes[at]) = match inner.iter().position(|&p| p == d) {
            _ if !tile.tiled[d] => (Index::ZERO, index::extent(builder, source, at)),
            None => (tile.offsets[d], tile.sizes[d]),
            Some(n) => {
                let extent = index::extent(builder, init, d);
                let span = span(builder, extent, widths[n], (tile.offsets[d], tile.sizes[d]));
                if let Some((start, whole)) = span.inside {
                    (cut, starts[d], wholes[d]) = (true, start, whole);
                }
                (span.offset, span.size)
            }
        };
    }
    for d in loops..rank(builder.module, source) {
        offsets.push(Index::ZERO);
        sizes.push(index::extent(builder, source, d));
    }
    let source = index::slice(builder, source, &offsets, &sizes);
    if !cut {
        let init = index::slice(builder, init, &tile.offsets, &tile.sizes);
        return on_parts(builder, op, &[source, init], 1);
    }
    let elem = builder.module.ty(init).elem().expect("a tensor");
    let into = index::empty(builder, &wholes, elem);
    let (copy, values) = on_parts(builder, op, &[source, into], 1);
    (copy, vec![index::slice(builder, values[0], &starts, &tile.sizes)])
}

/// The dimension along which operands follow each other.
fn concat_dim(builder: &Builder<'_>, op: Op) -> usize {
    builder.module.attr(op, "dim").and_then(Attr::as_int).and_then(|d| usize::try_from(d).ok()).unwrap_or(0)
}

/// The extents of a concatenation.
pub(super) fn concat_extents(builder: &mut Builder<'_>, op: Op) -> Vec<Index> {
    let operands: Vec<Value> = builder.module.operands(op).collect();
    let along = concat_dim(builder, op);
    let mut all = index::extents(builder, operands[0]);
    for &operand in &operands[1..] {
        let extent = index::extent(builder, operand, along);
        all[along] = index::apply(builder, &dim(0).add(dim(1)), &[all[along], extent]);
    }
    let shape = builder.module.ty(builder.module.result(op)).shape().expect("a tensor").to_vec();
    all.into_iter().zip(shape).map(|(e, n)| if n < 0 { e } else { Index::Const(n) }).collect()
}

/// A part of a concatenation: the concatenation of a part of each operand, which is empty where the tile is elsewhere.
pub(super) fn concat(builder: &mut Builder<'_>, op: Op, tile: &Tile) -> (Op, Vec<Value>) {
    let operands: Vec<Value> = builder.module.operands(op).collect();
    let along = concat_dim(builder, op);
    let mut start = Index::ZERO;
    let mut parts = Vec::new();
    let (first, end) =
        (tile.offsets[along], index::apply(builder, &dim(0).add(dim(1)), &[tile.offsets[along], tile.sizes[along]]));
    for operand in operands {
        let (mut offsets, mut sizes) = (tile.offsets.clone(), tile.sizes.clone());
        let extent = index::extent(builder, operand, along);
        if tile.tiled[along] {
            let lower = clamped(builder, first, start, extent);
            let upper = clamped(builder, end, start, extent);
            offsets[along] = lower;
            sizes[along] = index::apply(builder, &dim(0).minus(dim(1)), &[upper, lower]);
        } else {
            sizes[along] = extent;
        }
        start = index::apply(builder, &dim(0).add(dim(1)), &[start, extent]);
        parts.push(index::slice(builder, operand, &offsets, &sizes));
    }
    let elem = builder.module.ty(builder.module.result(op)).elem().expect("a tensor");
    let shape: Vec<i64> = tile.sizes.iter().map(|s| s.in_type()).collect();
    // The type of a concatenation is that of its parts.
    let mut whole = shape.clone();
    let along_of = |v: &Value| builder.module.ty(*v).shape().expect("a tensor")[along];
    whole[along] = parts.iter().map(along_of).try_fold(0i64, |sum, n| (n >= 0).then(|| sum + n)).unwrap_or(tilec_ir::DYNAMIC);
    let copy = builder.op(spelling::of(OpKind::Concat), &parts, &[Type::tensor(&whole, elem)]);
    builder.module.set_attr(copy, "dim", Attr::Int(i64::try_from(along).expect("few dims"), tilec_ir::ScalarType::Int(64)));
    let value = builder.module.result(copy);
    (copy, vec![cast(builder, value, &Type::tensor(&shape, elem))])
}

/// `at - start`, but at least 0 and at most `extent`.
fn clamped(builder: &mut Builder<'_>, at: Index, start: Index, extent: Index) -> Index {
    let from = index::extremum(builder, true, &[dim(0).minus(dim(1)), AffineExpr::Const(0)], &[at, start]);
    index::extremum(builder, false, &[dim(0), dim(1)], &[from, extent])
}

/// `tensor.cast`, where the types differ.
pub(crate) fn cast(builder: &mut Builder<'_>, value: Value, ty: &Type) -> Value {
    if builder.module.ty(value) == ty {
        return value;
    }
    let cast = builder.op(spelling::of_dialect(OpKind::ShapeCast, "tensor"), &[value], std::slice::from_ref(ty));
    builder.module.result(cast)
}
