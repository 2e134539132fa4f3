//! `linalg.pack` and `linalg.unpack` as simpler ops: a pack pads, splits dimensions and moves them; an unpack moves them back, joins them, and
//! cuts off the padding.

use super::{Blocker, copy, pad_behind};
use crate::canonicalize::entries::is_possible;
use crate::index::{self, Index, dim, positions};
use crate::reshape::groups_attr;
use crate::tile::outer_order;
use tilec_ir::{AffineExpr, Attr, Builder, DYNAMIC, Module, Op, OpKind, Scalar, StructuredOp, Type, Value, spelling};

/// What both sides of a pack have to do with each other.
struct Layout {
    /// For each dimension of the plain side, the extent of its tiles.
    tiles: Vec<Option<i64>>,
    /// Dimension `i` of the packed side is dimension `order[i]` of the split plain side, where the dimension inside of a tile follows that
    /// which counts tiles.
    order: Vec<usize>,
}

/// A pack or unpack that may be lowered.
pub(crate) struct Plan {
    op: Op,
    layout: Layout,
    /// There is one tile.
    one_tile: bool,
    /// Its dimensions are all dimensions, and in order: nothing moves.
    in_order: bool,
}

impl Plan {
    /// True if there is one tile.
    pub(crate) fn is_one_tile(&self) -> bool {
        self.one_tile
    }
}

/// The ops that were made, where there are such ops.
#[derive(Default)]
pub(crate) struct Made {
    pub(crate) pad: Option<Op>,
    pub(crate) empty: Option<Op>,
    pub(crate) reshape: Option<Op>,
    pub(crate) transpose: Option<Op>,
    pub(crate) slice: Option<Op>,
}

/// Checks a pack, or an unpack.
///
/// # Errors
/// Why it stays.
pub(crate) fn plan(module: &Module, op: Op, unpack: bool) -> Result<Plan, Blocker> {
    if module.kind(op) != (OpKind::Pack { unpack }) {
        return Err(Blocker::NotPacked);
    }
    if !module.group_named(op, "inner_tiles").is_empty() {
        return Err(Blocker::OpenTiles);
    }
    if let Some(operand) = (0..2).find(|&i| module.ty(module.operand(op, i)).shape().is_none_or(|s| s.contains(&0))) {
        return Err(Blocker::Empty { operand });
    }
    let (plain, packed) = if unpack { (1, 0) } else { (0, 1) };
    if !is_possible(module.ty(module.operand(op, packed))) {
        return Err(Blocker::TooLarge { operand: packed });
    }
    let shape = |i: usize| module.ty(module.operand(op, i)).shape().unwrap_or(&[]).to_vec();
    let rank = shape(plain).len();
    let (inner, widths) = (positions(module, op, "inner_dims_pos"), module.int_array(op, "static_inner_tiles").to_vec());
    let mut tiles = vec![None; rank];
    inner.iter().zip(&widths).for_each(|(&d, &t)| tiles[d] = Some(t));
    let split = |d: usize| d + tiles[..d].iter().flatten().count();
    let outer = outer_order(module, op, rank);
    let order: Vec<usize> = outer.iter().map(|&d| split(d)).chain(inner.iter().map(|&d| split(d) + 1)).collect();
    let is_unit = |d: usize| tiles[d].is_some() || shape(plain)[d] == 1;
    let one_tile = shape(packed)[..rank].iter().all(|n| *n == 1) && (0..rank).all(is_unit);
    let in_order = one_tile && inner.iter().copied().eq(0..rank);
    Ok(Plan { op, layout: Layout { tiles, order }, one_tile, in_order })
}

/// Computes the result of a pack or unpack before it, by simpler ops.
pub(crate) fn write(module: &mut Module, plan: &Plan) -> (Value, Made) {
    match module.kind(plan.op) {
        OpKind::Pack { unpack: true } => write_unpack(module, plan),
        _ => write_pack(module, plan),
    }
}

fn write_pack(module: &mut Module, plan: &Plan) -> (Value, Made) {
    let Plan { op, layout, .. } = plan;
    if plan.in_order {
        let (value, pad) = write_one_tile(module, plan);
        return (value, Made { pad, ..Made::default() });
    }
    let (source, dest) = (module.operand(*op, 0), module.operand(*op, 1));
    let padding = module.group_named(*op, "padding_value").first().copied();
    let outer = outer_order(module, *op, layout.tiles.len());
    let mut builder = Builder::before(module, *op);
    let elem = builder.module.ty(source).elem().expect("a tensor");
    let value = padding.unwrap_or_else(|| builder.scalar(Scalar::zero(elem)));
    let whole = index::extents(&mut builder, dest);
    let (mut high, mut shape, mut split, mut groups) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (d, tile) in layout.tiles.iter().enumerate() {
        let count = whole[outer.iter().position(|o| *o == d).expect("a permutation")];
        let extent = index::extent(&mut builder, source, d);
        match tile {
            Some(tile) => {
                let padded = dim(0).mul(AffineExpr::Const(*tile));
                shape.push(index::apply(&mut builder, &padded, &[count]).in_type());
                high.push(index::apply(&mut builder, &padded.minus(dim(1)), &[count, extent]));
                groups.push(vec![split.len(), split.len() + 1]);
                split.extend([count, Index::Const(*tile)]);
            }
            None => {
                high.push(Index::ZERO);
                shape.push(extent.in_type());
                groups.push(vec![split.len()]);
                split.push(extent);
            }
        }
    }
    let pad = pad_behind(&mut builder, source, &high, &shape, value, false);
    let padded = builder.module.result(pad);
    let shape: Vec<i64> = split.iter().map(|e| e.in_type()).collect();
    let expand = reshape(&mut builder, padded, &groups, &shape, Some(&split));
    let expanded = builder.module.result(expand);
    let known = builder.module.ty(dest).shape().expect("a tensor").to_vec();
    let mut exact = vec![DYNAMIC; known.len()];
    layout.order.iter().zip(&known).for_each(|(&d, &n)| exact[d] = n);
    let expanded = crate::tile::cast(&mut builder, expanded, &Type::tensor(&exact, elem));
    let transpose = transpose(&mut builder, expanded, dest, &layout.order);
    let made = Made { pad: Some(pad), reshape: Some(expand), transpose: Some(transpose), ..Made::default() };
    (builder.module.result(transpose), made)
}

fn write_unpack(module: &mut Module, plan: &Plan) -> (Value, Made) {
    let Plan { op, layout, in_order, .. } = plan;
    let (source, dest) = (module.operand(*op, 0), module.operand(*op, 1));
    let mut builder = Builder::before(module, *op);
    let sizes = index::extents(&mut builder, dest);
    let rank = sizes.len();
    let (ty, zeros) = (builder.module.ty(dest).clone(), vec![Index::ZERO; rank]);
    if *in_order {
        let whole: Vec<Index> = vec![Index::Const(1); rank].into_iter().chain(sizes).collect();
        let shape = ty.shape().expect("a tensor").to_vec();
        let part = index::slice_as(&mut builder, source, &vec![Index::ZERO; whole.len()], &whole, &shape);
        return (part, Made { slice: module.defining_op(part), ..Made::default() });
    }
    let elem = ty.elem().expect("a tensor");
    let packed = index::extents(&mut builder, source);
    // Dimension `d` of the split plain side is dimension `back[d]` of the packed side.
    let mut back = vec![0; layout.order.len()];
    layout.order.iter().enumerate().for_each(|(i, &d)| back[d] = i);
    let split: Vec<Index> = back.iter().map(|&i| packed[i]).collect();
    let into = index::empty(&mut builder, &split, elem);
    let transpose = transpose(&mut builder, source, into, &back);
    let moved = builder.module.result(transpose);
    let (mut groups, mut joined, mut at) = (Vec::new(), Vec::new(), 0);
    for tile in &layout.tiles {
        let count = split[at];
        let width = usize::from(tile.is_some()) + 1;
        groups.push((at..at + width).collect());
        joined.push(count.as_const().map_or(DYNAMIC, |n| n * tile.unwrap_or(1)));
        at += width;
    }
    let collapse = reshape(&mut builder, moved, &groups, &joined, None);
    let collapsed = builder.module.result(collapse);
    let part = index::slice(&mut builder, collapsed, &zeros, &sizes);
    let slice = builder.module.defining_op(part);
    let copied = copy(&mut builder, part, dest);
    let empty = builder.module.defining_op(into);
    let made = Made { empty, transpose: Some(transpose), reshape: Some(collapse), slice, ..Made::default() };
    (builder.module.result(copied), made)
}

/// Computes the result of a pack or unpack of one tile: what is in it is padded and transposed, or transposed and cut off. Dimensions
/// without tiles are of extent 1. Returns the padding, too, if there is some.
pub(crate) fn write_one_tile(module: &mut Module, plan: &Plan) -> (Value, Option<Op>) {
    let Plan { op, layout, .. } = plan;
    let rank = layout.tiles.len();
    let inner = positions(module, *op, "inner_dims_pos");
    let widths: Vec<Index> = module.int_array(*op, "static_inner_tiles").iter().map(|&t| Index::Const(t)).collect();
    let tile: Vec<Index> = vec![Index::Const(1); rank].into_iter().chain(widths.iter().copied()).collect();
    let starts = vec![Index::ZERO; tile.len()];
    let unpack = module.kind(*op) == OpKind::Pack { unpack: true };
    let (source, dest, padding) =
        (module.operand(*op, 0), module.operand(*op, 1), module.group(*op, 2).next().filter(|_| !unpack));
    let mut builder = Builder::before(module, *op);
    let mut made = None;
    let value = if unpack {
        let shape: Vec<i64> = widths.iter().map(|w| w.in_type()).collect();
        let part = index::slice_as(&mut builder, source, &starts, &tile, &shape);
        // The dimensions of the tile as they are in the destination.
        let mut order: Vec<usize> = (0..inner.len()).collect();
        order.sort_by_key(|&i| inner[i]);
        let moved = moved(&mut builder, part, &order);
        let sizes = index::extents(&mut builder, dest);
        let kept: Vec<Index> = order.iter().map(|&i| sizes[inner[i]]).collect();
        let part = if kept.iter().zip(&order).all(|(k, &i)| *k == widths[i]) {
            moved
        } else {
            index::slice(&mut builder, moved, &vec![Index::ZERO; kept.len()], &kept)
        };
        if inner.len() == rank { part } else { index::insert(&mut builder, part, dest, &vec![Index::ZERO; rank], &sizes) }
    } else {
        let mut high = Vec::new();
        for (d, tile) in layout.tiles.iter().enumerate() {
            let extent = index::extent(&mut builder, source, d);
            high.push(index::apply(&mut builder, &dim(0).minus(dim(1)), &[Index::Const(tile.unwrap_or(1)), extent]));
        }
        let mut whole = source;
        if !high.iter().all(|h| h.is(0)) {
            let elem = builder.module.ty(source).elem().expect("a tensor");
            let value = padding.unwrap_or_else(|| builder.scalar(Scalar::zero(elem)));
            let shape: Vec<i64> = layout.tiles.iter().map(|t| t.unwrap_or(1)).collect();
            let pad = pad_behind(&mut builder, source, &high, &shape, value, false);
            whole = builder.module.result(pad);
            made = Some(pad);
        }
        let order: Vec<usize> = (0..rank).filter(|d| !inner.contains(d)).chain(inner.iter().copied()).collect();
        let moved = moved(&mut builder, whole, &order);
        index::insert(&mut builder, moved, dest, &starts, &tile)
    };
    (value, made)
}

/// A tensor whose dimension `i` is dimension `order[i]` of another.
fn moved(builder: &mut Builder<'_>, value: Value, order: &[usize]) -> Value {
    if order.iter().copied().eq(0..order.len()) {
        return value;
    }
    let (extents, elem) = (index::extents(builder, value), builder.module.ty(value).elem().expect("a tensor"));
    let extents: Vec<Index> = order.iter().map(|&d| extents[d]).collect();
    let init = index::empty(builder, &extents, elem);
    let made = transpose(builder, value, init, order);
    builder.module.result(made)
}

/// `tensor.expand_shape` to these extents, or `tensor.collapse_shape`.
fn reshape(builder: &mut Builder<'_>, value: Value, groups: &[Vec<usize>], shape: &[i64], extents: Option<&[Index]>) -> Op {
    let expand = extents.is_some();
    let ty = Type::tensor(shape, builder.module.ty(value).elem().expect("a tensor"));
    let open = index::values(&[extents.unwrap_or(&[])]);
    let operands: Vec<Value> = [value].into_iter().chain(open.iter().copied()).collect();
    let op = builder.op(spelling::of_dialect(OpKind::Reshape { expand }, "tensor"), &operands, &[ty]);
    builder.module.set_attr(op, "reassociation", groups_attr(groups));
    if let Some(extents) = extents {
        builder.module.set_segments(op, &[1, open.len()]);
        builder.module.set_attr(op, "static_output_shape", index::statics(extents));
    }
    op
}

/// `linalg.transpose`: dimension `i` of the result is dimension `order[i]`.
fn transpose(builder: &mut Builder<'_>, value: Value, dest: Value, order: &[usize]) -> Op {
    let order: Vec<i64> = order.iter().map(|&d| i64::try_from(d).expect("few dims")).collect();
    let attrs = [("permutation", Attr::i64_array(order))].into_iter().collect();
    builder.named(spelling::of(OpKind::Structured(StructuredOp::Transpose)), &[value], &[dest], attrs)
}
