//! What tiling needs of an op: its loops, their extents, the op on one tile, and where a tile's results go.

use super::{pad, shaped, structured};
use crate::index::{self, Index};
use tilec_ir::{Attr, Builder, IteratorKind, Module, Op, OpKind, Type, Value, spelling};

/// The kinds of an op's loops, outermost first; `None` if it has none that can be tiled.
pub(crate) fn iterators(module: &Module, op: Op) -> Option<Vec<IteratorKind>> {
    if is_on_buffers(module, op) {
        return module.structured(op).map(|s| s.iterators());
    }
    let is_ranked = |v: Value| !matches!(module.ty(v), Type::MemRef(_) | Type::UnrankedMemRef(_) | Type::UnrankedTensor(_));
    if module.results(op).is_empty() || !module.operands(op).all(is_ranked) {
        return None;
    }
    let parallel = |rank: usize| Some(vec![IteratorKind::Parallel; rank]);
    match module.kind(op) {
        OpKind::Structured(_) => module.structured(op).map(|s| s.iterators()),
        OpKind::Softmax => {
            let mut kinds = parallel(rank(module, module.result(op)))?;
            *kinds.get_mut(softmax_dim(module, op))? = IteratorKind::Reduction;
            Some(kinds)
        }
        OpKind::Pad | OpKind::Concat => parallel(rank(module, module.result(op))),
        // Tiles are of the outer dimensions of the packed side.
        OpKind::Pack { unpack: false } if module.group_named(op, "inner_tiles").is_empty() => {
            parallel(rank(module, module.operand(op, 0)))
        }
        OpKind::Pack { unpack: true } if module.group_named(op, "inner_tiles").is_empty() => {
            parallel(rank(module, module.result(op)))
        }
        _ => None,
    }
}

/// True for a structured op on buffers of which parts can be taken: it has no results.
pub(crate) fn is_on_buffers(module: &Module, op: Op) -> bool {
    let has_parts = |v: Value| match module.ty(v) {
        Type::MemRef(ty) => ty.strides_and_offset().is_some(),
        ty => ty.shape().is_none() && !matches!(ty, Type::UnrankedMemRef(_) | Type::UnrankedTensor(_)),
    };
    module.structured(op).is_some() && module.results(op).is_empty() && module.operands(op).all(has_parts)
}

pub(crate) fn rank(module: &Module, value: Value) -> usize {
    module.ty(value).shape().map_or(0, <[i64]>::len)
}

/// The dimension along which a softmax runs.
pub(super) fn softmax_dim(module: &Module, op: Op) -> usize {
    let dim = module.attr(op, "dimension").and_then(Attr::as_int).and_then(|d| usize::try_from(d).ok());
    dim.unwrap_or(usize::MAX)
}

/// The extents of an op's loops; what is not known is computed before the builder's place.
pub(crate) fn extents(builder: &mut Builder<'_>, op: Op) -> Vec<Index> {
    match builder.module.kind(op) {
        OpKind::Structured(_) => structured::extents(builder, op),
        OpKind::Softmax => index::extents(builder, builder.module.operand(op, 0)),
        OpKind::Pack { unpack: true } => index::extents(builder, builder.module.operand(op, 1)),
        OpKind::Pack { unpack: false } => {
            let (source, dest) = (builder.module.operand(op, 0), builder.module.operand(op, 1));
            (0..rank(builder.module, source)).map(|d| index::extent(builder, dest, d)).collect()
        }
        OpKind::Concat => shaped::concat_extents(builder, op),
        _ => pad::extents(builder, op),
    }
}

/// [`extents`] of some loops; the others count as 0.
pub(crate) fn extents_of(builder: &mut Builder<'_>, op: Op, wanted: &[bool]) -> Vec<Index> {
    match builder.module.kind(op) {
        _ if !wanted.contains(&true) => vec![Index::ZERO; wanted.len()],
        OpKind::Structured(_) => structured::extents_of(builder, op, wanted),
        _ => extents(builder, op),
    }
}

/// The tensors that an op's results are computed into: its inits, or new ones for an op that has none. An op on buffers has no results.
pub(crate) fn inits(builder: &mut Builder<'_>, op: Op) -> Vec<Value> {
    let module = &*builder.module;
    match module.kind(op) {
        OpKind::Structured(_) if module.results(op).is_empty() => Vec::new(),
        OpKind::Structured(_) => module.group(op, 1).collect(),
        OpKind::Softmax | OpKind::Pack { .. } => vec![module.operand(op, 1)],
        _ => {
            let ty = module.ty(module.result(op)).clone();
            let open: Vec<Value> = extents(builder, op)
                .into_iter()
                .zip(ty.shape().expect("a tensor").to_vec())
                .filter(|(_, n)| *n == tilec_ir::DYNAMIC)
                .map(|(e, _)| e.value(builder))
                .collect();
            let empty = builder.op(spelling::of(OpKind::Empty), &open, &[ty]);
            vec![builder.module.result(empty)]
        }
    }
}

/// A tile: where each of the op's loops starts and how many iterations it has.
#[derive(Clone, Debug)]
pub(crate) struct Tile {
    /// One a loop.
    pub(crate) offsets: Vec<Index>,
    /// One a loop.
    pub(crate) sizes: Vec<Index>,
    /// Which loops are cut; the others are whole.
    pub(crate) tiled: Vec<bool>,
    /// The largest size of each loop's tiles; 0 where the loop is whole.
    pub(crate) steps: Vec<Index>,
}

/// The op on one tile, computed into parts of `inits`: the op, or what took its place, and its values.
pub(crate) fn tile_at(builder: &mut Builder<'_>, op: Op, inits: &[Value], tile: &Tile) -> (Op, Vec<Value>) {
    match builder.module.kind(op) {
        OpKind::Structured(_) => structured::tile_at(builder, op, inits, tile),
        OpKind::Softmax => shaped::softmax(builder, op, inits[0], tile),
        OpKind::Pack { unpack: false } => shaped::pack(builder, op, inits[0], tile),
        OpKind::Pack { unpack: true } => shaped::unpack(builder, op, inits[0], tile),
        OpKind::Concat => shaped::concat(builder, op, tile),
        _ => pad::tile_at(builder, op, tile),
    }
}

/// Offsets and sizes of the part of a result that a tile computes.
pub(crate) fn result_part(
    builder: &mut Builder<'_>,
    op: Op,
    result: usize,
    whole: Value,
    tile: &Tile,
) -> (Vec<Index>, Vec<Index>) {
    match builder.module.kind(op) {
        OpKind::Structured(_) => structured::result_part(builder, op, result, whole, tile),
        OpKind::Pack { unpack: false } => {
            let (mut offsets, mut sizes) = (tile.offsets.clone(), tile.sizes.clone());
            for d in sizes.len()..rank(builder.module, whole) {
                offsets.push(Index::ZERO);
                sizes.push(index::extent(builder, whole, d));
            }
            (offsets, sizes)
        }
        _ => (tile.offsets.clone(), tile.sizes.clone()),
    }
}

/// For a part of a result, the tile that computes it: one loop for each dimension, or `None` where the result is not indexed by plain loops.
pub(crate) fn loops_of_result(module: &Module, op: Op, result: usize) -> Option<Vec<Option<usize>>> {
    match module.kind(op) {
        OpKind::Structured(_) => {
            let view = module.structured(op)?;
            let map = view.maps()[view.num_inputs() + result].clone();
            plain_dims(&map)
        }
        OpKind::Pack { unpack: false } => {
            let (loops, all) = (rank(module, module.operand(op, 0)), rank(module, module.result(op)));
            Some((0..all).map(|d| (d < loops).then_some(d)).collect())
        }
        _ => Some((0..rank(module, module.result(op))).map(Some).collect()),
    }
}

/// The loop behind each result of a map: `None` within for a constant 0; `None` if some result is anything else.
pub(crate) fn plain_dims(map: &tilec_ir::AffineMap) -> Option<Vec<Option<usize>>> {
    let mut seen = vec![false; map.dims as usize];
    let one = |e: &tilec_ir::AffineExpr| match (e.as_dim(), e.as_const()) {
        (Some(d), _) => (!std::mem::replace(&mut seen[d], true)).then_some(Some(d)),
        (None, Some(0)) => Some(None),
        _ => None,
    };
    map.results.iter().map(one).collect()
}
